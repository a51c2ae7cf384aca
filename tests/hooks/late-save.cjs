// Loaded before the bundle: saves the chronicle at the worst moment.
const fs = require('node:fs');
const { spawn } = require('node:child_process');
const { appendFileSync, closeSync, linkSync, openSync, readFileSync, renameSync, writeFileSync, writeSync } = fs;
const kind = process.env.LATE_SAVE;
const path = process.env.LATE_SAVE_PATH;
const old = readFileSync(path, 'utf8');
const { wait } = Atomics;
let saved = false;

const withLine = (text, line) => text.replace('\n## Summary', `- 09:30 [INSIGHT] ${line}\n\n## Summary`);

/** Empties the file and fills it a moment later, through one descriptor, like an editor. */
function saveSlowly(text) {
  const file = openSync(path, 'w');
  spawn('/bin/sh', ['-c', 'sleep 0.02; printf %s "$TEXT" >&3'], {
    stdio: ['ignore', 'ignore', 'ignore', file],
    env: { PATH: '/usr/bin:/bin', TEXT: text },
  });
  closeSync(file);
}

// The file is about to be read.
fs.linkSync = (from, to) => {
  if (kind === 'slow before' && from === path && !saved) {
    saved = true;
    saveSlowly(withLine(old, 'late save'));
  }
  return linkSync(from, to);
};

// The file is about to be replaced.
fs.renameSync = (from, to) => {
  if (saved || to !== path) return renameSync(from, to);
  saved = true;
  if (kind === 'slow') saveSlowly(withLine(old, 'late save'));
  else writeFileSync(path, withLine(old, 'late save'));
  renameSync(from, to);
  if (kind === 'appended') appendFileSync(to, '\n- 09:31 [INSIGHT] next save\n');
  if (kind === 'built') writeFileSync(to, withLine(readFileSync(to, 'utf8'), 'next save'));
};

// Text has been appended.
let appended = false;
fs.writeSync = (file, ...rest) => {
  if (String(rest[0]).includes('Auto-generated:')) appended = true;
  return writeSync(file, ...rest);
};

// The hook waits for the file to be quiet.
Atomics.wait = (...args) => {
  if (!saved && (kind === 'before the append' || (kind === 'after the append' && appended))) {
    saved = true;
    writeFileSync(path, withLine(old, 'late save'));
  }
  return wait(...args);
};
