import { rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { keptChronicleNames } from '#src/lib/kept-names.ts';
import { temporaryDirectory } from '#tests/support/temporary-directory.ts';

it('has the chronicles of a directory as it is now, and lists an unchanged one once', () => {
  const directory = temporaryDirectory();
  const write = (name: string) => writeFileSync(join(directory, name), '');
  expect(keptChronicleNames(directory)).toEqual([]);
  write('2026-03-24-main.md');
  write('notes.txt');
  expect(keptChronicleNames(directory)).toEqual(['2026-03-24-main.md']);
  write('2026-03-25-main.md');
  expect(keptChronicleNames(directory)).toHaveLength(2);
  utimesSync(directory, 1_700_000_000, 1_700_000_000);
  expect(keptChronicleNames(directory)).toBe(keptChronicleNames(directory));
  rmSync(join(directory, '2026-03-24-main.md'));
  expect(keptChronicleNames(directory)).toEqual(['2026-03-25-main.md']);
  rmSync(directory, { recursive: true });
  expect(keptChronicleNames(directory)).toEqual([]);
});
