import { statSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  deeds,
  history,
  ledgerPath,
  look,
  lookup,
  lookupPath,
  memoryDirectory,
  sha256,
  writeMemory,
} from './memory-box.ts';
import { openQuickSandbox } from './sandbox.ts';

describe('memory files that we did not write', () => {
  it("get their file's date at the first look, marked as such", async () => {
    const box = openQuickSandbox();
    writeMemory(box, 'feedback_money.md', 'cents\n', '2026-03-01T10:00:00Z');
    writeMemory(box, 'MEMORY.md');
    await look(box, 'one');
    expect(history(box)).toEqual([
      {
        id: expect.stringMatching(/^l-[0-9a-f]{12}$/),
        at: '2026-03-01T10:00:00Z',
        source: 'seen',
        action: 'new',
        file: 'feedback_money.md',
        session_id: 'one',
        events: [],
        before: null,
        after: sha256('cents\n'),
        dated: 'file',
      },
    ]);
    expect(statSync(ledgerPath(box)).mode & 0o777).toBe(0o600);
    expect(statSync(lookupPath(box)).mode & 0o777).toBe(0o600);
  });

  it('that change or disappear are recorded with the hashes before and after', async () => {
    const box = openQuickSandbox();
    writeMemory(box, 'a.md', 'first');
    await look(box, 'one');
    writeMemory(box, 'a.md', 'second');
    await look(box, 'two');
    unlinkSync(join(memoryDirectory(box), 'a.md'));
    await look(box, 'two');
    await look(box, 'three');
    const [, changed, gone, ...more] = history(box);
    expect(more).toEqual([]);
    expect(changed).toMatchObject({
      action: 'changed',
      before: sha256('first'),
      after: sha256('second'),
      session_id: 'two',
    });
    expect(gone).toMatchObject({ action: 'delete', before: sha256('second'), after: null, session_id: 'two' });
  });
});

describe('the lookup file', () => {
  it('that is lost or damaged is rebuilt from the ledger, without duplicate lines', async () => {
    const box = openQuickSandbox();
    writeMemory(box, 'a.md', 'a', '2026-03-01T10:00:00Z');
    await look(box, 'one');
    writeMemory(box, 'b.md', 'b');
    await look(box, 'two');
    const before = lookup(box).files;
    for (const spoil of [
      () => unlinkSync(lookupPath(box)),
      () => writeFileSync(lookupPath(box), '{"version":1,"files":[1]}'),
    ]) {
      spoil();
      await look(box, 'three');
      expect(deeds(box)).toEqual(['new a.md', 'new b.md']);
      expect(lookup(box).files).toEqual(before);
    }
  });
});
