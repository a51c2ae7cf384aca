// Loaded before the bundle: somebody saves the chronicle in the very instant in which it is replaced.
const fs = require('node:fs');
const { spawn } = require('node:child_process');
const { renameSync, readFileSync, writeFileSync, openSync, appendFileSync } = fs;
const kind = process.env.LATE_SAVE;
let saved = false;

const withLine = (text, line) => text.replace('\n## Summary', `- 09:30 [INSIGHT] ${line}\n\n## Summary`);

fs.renameSync = (from, to) => {
  if (saved || !to.endsWith('.md')) return renameSync(from, to);
  saved = true;
  const late = withLine(readFileSync(to, 'utf8'), 'late save');
  if (kind === 'slow') {
    // Emptied now, filled a moment later through the descriptor that the editor has.
    const file = openSync(to, 'w');
    spawn('/bin/sh', ['-c', 'sleep 0.02; printf %s "$LATE" >&3'], {
      stdio: ['ignore', 'ignore', 'ignore', file],
      env: { ...process.env, LATE: late },
    });
  } else writeFileSync(to, late);
  renameSync(from, to);
  if (kind === 'appended') appendFileSync(to, '\n- 09:31 [INSIGHT] next save\n');
  if (kind === 'built') writeFileSync(to, withLine(readFileSync(to, 'utf8'), 'next save'));
};
