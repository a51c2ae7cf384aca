/* Lines that a hook writes to a ledger while an import waits for its turn. */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { plantLock } from '#tests/support/planted-lock.ts';
import { temporaryDirectory } from '#tests/support/temporary-directory.ts';
import { runImporting, sourceIn } from './import-process.ts';

const LEDGER = '-home-robin-larder/chronicle/memory-ledger.jsonl';
const line = (id: string) => `${JSON.stringify({ id })}\n`;

it('a line of an archive that a hook wrote first is not undone with the import', async () => {
  const source = sourceIn(temporaryDirectory('source'), 'archive', 1);
  const config = temporaryDirectory('lines');
  const ledger = join(config, 'projects', LEDGER);
  const lock = plantLock(join(ledger, '../.tmp/memory.lock'), process.pid);
  writeFileSync(ledger, line('l-0'));
  const importing = runImporting(config, ['archive', source]);
  await expect
    .poll(() => existsSync(join(config, 'session-chronicle/cache/import.lock')), { timeout: 20_000 })
    .toBe(true);
  // It reads the one session of the archive, and waits for the lock of the ledger.
  await setTimeout(1500);
  writeFileSync(ledger, line('l-0') + line('l-1'));
  rmSync(lock, { recursive: true });
  expect(await importing).toMatchObject({ code: 0 });
  expect(await runImporting(config, ['undo', 'last', '--yes'])).toMatchObject({ code: 0 });
  expect(readFileSync(ledger, 'utf8')).toBe(line('l-0') + line('l-1'));
});
