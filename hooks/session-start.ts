/**
 * The hook at the start of a session. The bundles are committed, since a plugin has no `node_modules`.
 *
 *     node hooks/dist/session-start.cjs session-start < payload.json
 */
import { realWorld } from '#src/node/world.ts';
import { sessionStart } from './host.ts';
import { run } from './run.ts';

run('hook', { 'session-start': () => sessionStart(realWorld()) });
