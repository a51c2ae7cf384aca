import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { TextMatcher } from '#src/setup/forget/text-matcher.ts';
import { linesWith } from '#src/setup/forget/lines-with.ts';

const MIB = 1024 * 1024;
const directory = mkdtempSync(join(tmpdir(), 'chronicle-lines-'));

function search(content: string, ...texts: string[]) {
  const path = join(directory, 'a.jsonl');
  writeFileSync(path, content, 'latin1');
  return linesWith(path, new TextMatcher(texts));
}

it('names the first line with a match, and counts the lines', () => {
  expect(search('a\nwalross\nwalross walross\nb\nwalross', 'walross')).toEqual({ line: 2, lines: 3 });
  expect(search('a\nb\n', 'walross')).toBeNull();
  expect(search('', 'walross')).toBeNull();
  expect(linesWith(join(directory, 'none'), new TextMatcher(['walross']))).toBeNull();
});

it.each([1, 2, 3, 4, 5, 8, 9])('finds a match across a line end at %i MiB', (mib) => {
  const line = `${'x'.repeat(127)}\n`;
  const before = line.repeat((mib * MIB) / 128 - 1);
  const first = `${'x'.repeat(120)} orchid\n`;
  const content = `${before}${first}wallpaper\n${line.repeat(20_000)}`;
  expect(new TextMatcher(['orchid wallpaper']).isIn(content)).toBe(true);
  expect(search(content, 'orchid wallpaper')).toEqual({ line: (mib * MIB) / 128, lines: 1 });
});

it('finds a match wherever reading breaks it apart, and counts it once', { tags: 'long' }, () => {
  for (const shift of [0, 1, 5, 10, 15, 16, 17]) {
    for (const end of [3 * MIB, 4 * MIB, 7 * MIB, 8 * MIB]) {
      const content = `\n${'x'.repeat(end - 1 - shift)}orchid wallpaper${'x'.repeat(MIB)}`;
      expect(search(content, 'orchid wallpaper')).toEqual({ line: 2, lines: 1 });
    }
  }
});

it('finds a match in a line that is longer than what is read at once', () => {
  expect(search(`a\n${'x'.repeat(30 * MIB)}walross${'x'.repeat(10 * MIB)}`, 'walross')).toEqual({ line: 2, lines: 1 });
});

it('never takes the end of an id for a match', () => {
  const id = '7c1e2a10-8d1e-4c1b-9a52-6f1f0f8fcafe';
  expect(search(`${`${id} `.repeat(300_000)}`, 'cafe')).toBeNull();
});

it('says that a file could not be read', () => {
  // A directory can be opened, but not read.
  expect(linesWith(directory, new TextMatcher(['walross']))).toBe('unread');
});
