/* The child process of editor.ts: saves a file repeatedly, like an editor or another program. */
import { appendFileSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import type { Saves } from './editor.ts';

const never = new Int32Array(new SharedArrayBuffer(4));

function save({ path, kind, holds, before = '## Summary' }: Saves, line: string): void {
  const text = readFileSync(path, 'utf8').replace(`\n${before}`, `${line}\n\n${before}`);
  if (holds) Atomics.wait(never, 0, 0, holds);
  if (kind === 'append') appendFileSync(path, `${line}\n`);
  else if (kind === 'truncate') writeFileSync(path, text);
  else {
    const copy = `${path}.${process.pid}~`;
    writeFileSync(copy, text);
    renameSync(copy, path);
  }
}

process.on('message', (saves: Saves) => {
  Atomics.wait(never, 0, 0, saves.delay);
  for (const line of saves.lines) {
    save(saves, line);
    Atomics.wait(never, 0, 0, saves.every);
  }
  process.send?.('saved');
});
process.send?.('ready');
