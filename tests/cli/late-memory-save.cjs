// Loaded before a change: a person saves the file just as it is renamed.
const fs = require('node:fs');
const { renameSync, writeFileSync } = fs;
const path = process.env.LATE_SAVE_PATH;
let saved = false;

fs.renameSync = (from, to) => {
  if (!saved && (to === path || from === path)) {
    saved = true;
    writeFileSync(path, process.env.LATE_SAVE_TEXT);
  }
  return renameSync(from, to);
};
