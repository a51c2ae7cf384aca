/**
 * The first thing in the bundles of hooks and of the agent's commands, in a language that Node 12 reads: an older Node than
 * they are made for says so in a sentence. In the copy that `chronicle init` makes, the launcher looks for another one first;
 * stdin is left to that.
 */
// Node 12 knows no `node:` before a module's name.
const load = require;

if (Number.parseInt(process.versions.node, 10) < 18) {
  const old = `${process.versions.node} (${process.execPath})`;
  const isHook = /(?:chronicle|gate-hook)\.cjs$/.test(__filename);
  const launcher = `${__dirname}/../../${isHook ? 'hook' : 'bin/chronicle'}`;
  const hasLauncher = process.platform !== 'win32' && load('fs').existsSync(`${__dirname}/../../hook`);
  // The first that was too old is the one to be named.
  const env = Object.assign({ CHRONICLE_OLD_NODE: old }, process.env);
  const words = process.argv.slice(2);
  const run = hasLauncher ? load('child_process').spawnSync(launcher, words, { stdio: 'inherit', env }) : null;
  if (run && !run.error) process.exit(run.status === null ? 2 : run.status);
  load('fs').writeSync(2, `session-chronicle: Node ${old} is too old: hooks need 18 or newer.\n`);
  // The host takes exit 2 before a tool for a refusal of the tool.
  process.exit(words[0] === 'pre-tool-use' ? 0 : 2);
}
