// Loaded before a command: somebody saves another summary just as the chronicle is replaced.
const fs = require('node:fs');
const { readFileSync, renameSync, writeFileSync } = fs;
const path = process.env.LATE_SAVE_PATH;
let saved = false;

fs.renameSync = (from, to) => {
  if (!saved && to === path) {
    saved = true;
    writeFileSync(path, `${readFileSync(path, 'utf8').trimEnd()}\n\nMine, at the last moment.\n`);
  }
  return renameSync(from, to);
};
require('node:module').syncBuiltinESMExports();
