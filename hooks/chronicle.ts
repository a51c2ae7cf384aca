/**
 * What the host runs at each start and end of a session, and before tools that ours has a word on: it loads the bundle
 * that does the work. The bundles are committed, since a plugin has no `node_modules`.
 *
 *     node hooks/dist/chronicle.cjs session-start < payload.json
 */
if (process.argv[2] === 'pre-tool-use') require('./gate-hook.cjs');
else require('./session-hooks.cjs');
