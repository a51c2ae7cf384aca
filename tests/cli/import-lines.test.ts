/* Lines that a hook writes to a ledger while an import waits for its turn. */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { markOf } from '#src/node/store/running-process.ts';
import { temporaryDirectory } from '#tests/support/temporary-directory.ts';
import { runImporting, sourceIn } from './import-process.ts';

const LEDGER = '-home-robin-larder/chronicle/memory-ledger.jsonl';
const line = (id: string) => `${JSON.stringify({ id })}\n`;

it('a line of an archive that a hook wrote first is not undone with the import', async () => {
  const source = sourceIn(temporaryDirectory('source'), 'archive', 1);
  const config = temporaryDirectory('lines');
  const ledger = join(config, 'projects', LEDGER);
  const work = join(ledger, '../.tmp');
  const lock = join(work, 'memory.lock');
  mkdirSync(work, { recursive: true });
  writeFileSync(ledger, line('l-0'));
  writeFileSync(lock, JSON.stringify({ ...markOf(process.pid), host: hostname() }));
  const importing = runImporting(config, ['archive', source]);
  // What waits for a lock has its token beside it.
  const isToken = (name: string) =>
    name.endsWith('.tmp') && readFileSync(join(work, name), 'latin1').startsWith('{"pid"');
  const waits = () => readdirSync(work).some(isToken);
  await expect.poll(waits, { timeout: 20_000 }).toBe(true);
  writeFileSync(ledger, line('l-0') + line('l-1'));
  rmSync(lock);
  expect(await importing).toMatchObject({ code: 0 });
  expect(await runImporting(config, ['undo', 'last', '--yes'])).toMatchObject({ code: 0 });
  expect(readFileSync(ledger, 'utf8')).toBe(line('l-0') + line('l-1'));
});
