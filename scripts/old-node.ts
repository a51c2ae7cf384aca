/**
 * The start of the bundle for hooks and the agent's commands, in syntax that Node 12 can parse: a Node that is too old says
 * so in one sentence.
 */
// Node 12 does not know the `node:` prefix.
const load = require;

if (Number.parseInt(process.versions.node, 10) < 18) {
  const old = `${process.versions.node} (${process.execPath})`;
  load('fs').writeSync(2, `session-chronicle: Node ${old} is too old: hooks need 18 or newer.\n`);
  // The host reads exit code 2 as a refusal before a tool call or a compaction, and at a stop as more work for the agent.
  process.exit(['pre-tool-use', 'before-compaction', 'stop'].indexOf(process.argv[2] || '') === -1 ? 2 : 0);
}
