import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { layoutOf } from '#src/lib/paths.ts';
import { allFiles } from './forgettable-archive.ts';
import { openMemoryBox } from './memory-box.ts';

it('a forgotten text is gone from what compactions kept, and no entry without it is touched', async () => {
  const box = openMemoryBox();
  const { compactions, openNotes } = layoutOf(box.config);
  for (const directory of [compactions, openNotes]) mkdirSync(directory, { recursive: true });
  const entry = (summary: string) =>
    JSON.stringify({ compactions: [{ summary, at: '2026-03-24T10:00:00.000Z', trigger: 'auto', cut: 1 }] });
  writeFileSync(join(compactions, 'one'), entry('First line\nwith the HushHush word'));
  writeFileSync(join(compactions, 'two'), entry('Nothing of it'));
  writeFileSync(join(openNotes, 'a1b2'), '{"session":"two","ended":"2026-03-24T10:00:00.000Z"}');
  for (const word of ['summary', 'trigger', 'auto', 'ended']) await box.run('forget', word, '--yes');
  expect(existsSync(join(compactions, 'one'))).toBe(true);
  expect((await box.run('forget', 'hushhush', '--yes')).code).toBe(0);
  expect([...allFiles(box).values()].join()).not.toMatch(/HushHush/i);
  expect(readFileSync(join(compactions, 'two'), 'utf8')).toBe(entry('Nothing of it'));
  expect(existsSync(join(openNotes, 'a1b2'))).toBe(true);
});
