// Loaded before the bundle: kills the process instead of its nth change to the disk, perhaps after half
// of a write; and reports how many changes there were.
const fs = require('node:fs');
const at = Number(process.env.KILL_AT ?? Number.POSITIVE_INFINITY);
const half = process.env.KILL_HALF === '1';
const { writeSync, openSync } = fs;
let done = 0;

// A hook that runs late skips some work, and on a busy machine all of them run late.
process.uptime = () => 0;

function step(name, original, args) {
  if (name === 'openSync' && typeof args[1] === 'number' && (args[1] & 3) === 0) return original.apply(fs, args);
  if (name === 'openSync' && args[1] === 'r') return original.apply(fs, args);
  if (done++ === at) {
    if (half && name === 'writeSync') writeSync(args[0], args[1].subarray(0, args[1].length >> 1));
    process.kill(process.pid, 'SIGKILL');
  }
  return original.apply(fs, args);
}

for (const name of [
  'openSync',
  'writeSync',
  'fsyncSync',
  'linkSync',
  'renameSync',
  'unlinkSync',
  'rmSync',
  'rmdirSync',
  'mkdirSync',
  'chmodSync',
  'fchmodSync',
  'ftruncateSync',
  'appendFileSync',
]) {
  const original = fs[name];
  fs[name] = (...args) => step(name, original, args);
}
process.on('exit', () => {
  const file = openSync(process.env.KILL_COUNT, 'w');
  writeSync(file, String(done));
});
// ES modules take copies of these functions.
require('node:module').syncBuiltinESMExports();
