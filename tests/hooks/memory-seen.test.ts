import { appendFileSync, statSync, unlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  deeds,
  ledger,
  ledgerPath,
  ledgerText,
  look,
  lookup,
  lookupPath,
  memoryDirectory,
  sha256,
  writeMemory,
} from './memory-box.ts';
import { openSandbox } from './sandbox.ts';

describe('memory files that we did not write', () => {
  it("get their file's date at the first look, marked as such", async () => {
    const box = openSandbox();
    writeMemory(box, 'feedback_money.md', 'cents\n', '2026-03-01T10:00:00Z');
    writeMemory(box, 'MEMORY.md');
    await look(box, 'one');
    expect(ledger(box)).toEqual([
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

  it('are dated by their writing time if they appear between two looks', async () => {
    const box = openSandbox();
    await look(box, 'one');
    expect(ledgerText(box)).toBe('');
    const before = Date.now() - 1000;
    writeMemory(box, 'feedback_money.md');
    await look(box, 'one');
    await look(box, 'two');
    const [line, ...more] = ledger(box);
    expect(more).toEqual([]);
    expect(line).toMatchObject({ action: 'new', source: 'seen', session_id: 'one', before: null });
    expect(line).not.toHaveProperty('dated');
    expect(Date.parse(line?.at ?? '')).toBeGreaterThanOrEqual(before - 1000);
    expect(Date.parse(line?.at ?? '')).toBeLessThanOrEqual(Date.now());
  });

  it('that are copies older than the last look are dated by this look', async () => {
    const box = openSandbox();
    await look(box, 'one');
    const before = Date.now() - 1000;
    const path = writeMemory(box, 'feedback_copied.md');
    utimesSync(path, new Date('2020-01-01'), new Date('2020-01-01'));
    await look(box, 'two');
    expect(Date.parse(ledger(box)[0]?.at ?? '')).toBeGreaterThanOrEqual(before - 1000);
  });

  it('that change or disappear are recorded with the hashes before and after', async () => {
    const box = openSandbox();
    writeMemory(box, 'a.md', 'first');
    await look(box, 'one');
    writeMemory(box, 'a.md', 'second');
    await look(box, 'two');
    unlinkSync(join(memoryDirectory(box), 'a.md'));
    await look(box, 'two');
    await look(box, 'three');
    const [, changed, gone, ...more] = ledger(box);
    expect(more).toEqual([]);
    expect(changed).toMatchObject({
      action: 'changed',
      before: sha256('first'),
      after: sha256('second'),
      session_id: 'two',
    });
    expect(gone).toMatchObject({ action: 'delete', before: sha256('second'), after: null, session_id: 'two' });
  });

  it('are not touched while they do not change', async () => {
    const box = openSandbox();
    for (let n = 0; n < 50; n++) writeMemory(box, `feedback_${n}.md`, `text ${n}`);
    await look(box, 'one');
    const [text, known] = [ledgerText(box), statSync(lookupPath(box)).mtimeMs];
    await look(box, 'two');
    expect(ledgerText(box)).toBe(text);
    expect(statSync(lookupPath(box)).mtimeMs).toBe(known);
  });

  it('touched without a change are hashed once and not recorded', async () => {
    const box = openSandbox();
    const path = writeMemory(box, 'a.md', 'same');
    await look(box, 'one');
    utimesSync(path, new Date(), new Date());
    await look(box, 'two');
    expect(deeds(box)).toEqual(['new a.md']);
  });

  it('that the ledger already knows are not recorded again', async () => {
    const box = openSandbox();
    await look(box, 'one');
    writeMemory(box, 'a.md', 'by the retro');
    const at = new Date().toISOString();
    const line = { id: 'l-1', at, source: 'retro', action: 'new', file: 'a.md', session_id: 'one', events: [] };
    appendFileSync(ledgerPath(box), `${JSON.stringify({ ...line, before: null, after: sha256('by the retro') })}\n`);
    await look(box, 'two');
    expect(deeds(box)).toEqual(['new a.md']);
    expect(lookup(box).files['a.md']).toMatchObject({ born: at, written: at });
  });
});

describe('the lookup file', () => {
  it('that is lost or damaged is rebuilt from the ledger, without duplicate lines', async () => {
    const box = openSandbox();
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

  it('notices what changed while it was lost', async () => {
    const box = openSandbox();
    writeMemory(box, 'a.md', 'a');
    writeMemory(box, 'b.md', 'b');
    await look(box, 'one');
    unlinkSync(lookupPath(box));
    writeMemory(box, 'a.md', 'changed');
    unlinkSync(join(memoryDirectory(box), 'b.md'));
    await look(box, 'two');
    expect(deeds(box).sort()).toEqual(['changed a.md', 'delete b.md', 'new a.md', 'new b.md']);
  });

  it('is not trusted if the ledger is gone', async () => {
    const box = openSandbox();
    writeMemory(box, 'a.md', 'a', '2026-03-01T10:00:00Z');
    await look(box, 'one');
    unlinkSync(ledgerPath(box));
    await look(box, 'two');
    expect(ledger(box)).toMatchObject([{ action: 'new', file: 'a.md', at: '2026-03-01T10:00:00Z', dated: 'file' }]);
  });
});
