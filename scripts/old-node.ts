/**
 * The start of the bundle for hooks and the agent's commands, in syntax that Node 12 can parse: a Node that is too old says
 * so in one sentence.
 */
/** Filled in by `scripts/bundle.ts`. */
declare const EXIT_CODES: Record<string, number>;
// Node 12 does not know the `node:` prefix.
const load = require;

if (Number.parseInt(process.versions.node, 10) < 18) {
  const old = `${process.versions.node} (${process.execPath})`;
  load('fs').writeSync(2, `session-chronicle: Node ${old} is too old: hooks need 18 or newer.\n`);
  process.exit(EXIT_CODES[process.argv[2] || ''] ?? 2);
}
