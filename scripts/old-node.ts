/**
 * The start of the bundles for hooks and the agent's commands, in syntax that Node 12 can parse: a Node that is too old says
 * so in one sentence. In the copy that `chronicle init` makes, the launcher first looks for another Node, which then reads
 * stdin.
 */
// Node 12 does not know the `node:` prefix.
const load = require;

if (Number.parseInt(process.versions.node, 10) < 18) {
  const old = `${process.versions.node} (${process.execPath})`;
  const isHook = !/(?:agent|notebook|observe|pending)\.cjs$/.test(__filename);
  const launcher = `${__dirname}/../../${isHook ? 'hook' : 'bin/chronicle'}`;
  const hasLauncher = process.platform !== 'win32' && load('fs').existsSync(`${__dirname}/../../hook`);
  // The message names the first Node that was too old.
  const env = Object.assign({ CHRONICLE_OLD_NODE: old }, process.env);
  const words = process.argv.slice(2);
  const run = hasLauncher ? load('child_process').spawnSync(launcher, words, { stdio: 'inherit', env }) : null;
  if (run && !run.error) process.exit(run.status === null ? 2 : run.status);
  load('fs').writeSync(2, `session-chronicle: Node ${old} is too old: hooks need 18 or newer.\n`);
  // The host reads exit code 2 as a refusal before a tool call or a compaction, and at a stop as more work for the agent.
  process.exit(['pre-tool-use', 'before-compaction', 'stop'].indexOf(words[0] || '') === -1 ? 2 : 0);
}
