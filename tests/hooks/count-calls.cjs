// Loaded before the bundle: records each file system call with its path.
const fs = require('node:fs');
const { writeFileSync } = fs;
const calls = [];

for (const [name, original] of Object.entries(fs)) {
  if (typeof original !== 'function' || !(name.endsWith('Sync') || name === 'read' || name === 'open')) continue;
  const counted = (...args) => {
    calls.push(`${name} ${typeof args[0] === 'string' ? args[0] : ''}`.trim());
    return original.apply(fs, args);
  };
  fs[name] = Object.assign(counted, original);
}
process.on('exit', () => writeFileSync(process.env.CALLS_FILE, JSON.stringify(calls)));
