import { describe, expect, it } from 'vitest';
import { recurrenceSentence } from '#src/memory/effect/recurrence.ts';
import { memoriesTable, memoryList } from '#src/memory/page/memory-list.ts';
import { anArchive } from './a-book.ts';

function entries(count: number) {
  return anArchive({ files: Object.fromEntries(Array.from({ length: count }, (_, i) => [`user_${i}.md`, 'x'])) }).book
    .entries;
}

describe('memoryList', () => {
  it('shows a short list on the memory page only', () => {
    expect(memoryList(entries(20))).toMatchObject({ front: { length: 20 }, pages: [] });
    expect(memoryList([])).toEqual({ front: [], pages: [] });
  });

  it('spreads a long list over pages, each memory once', () => {
    const all = entries(125);
    const { front, pages } = memoryList(all);
    expect(front).toHaveLength(20);
    expect(pages.map(({ address, of }) => [address, of])).toEqual([
      ['/memory/all/', 3],
      ['/memory/all/2/', 3],
      ['/memory/all/3/', 3],
    ]);
    expect(new Set(pages.flatMap((page) => page.entries))).toEqual(new Set(all));
  });

  it('puts deleted memories last', () => {
    const { book } = anArchive({ files: { 'user_z.md': 'x' }, changes: [{ file: 'user_a.md' }] });
    expect(memoryList(book.entries).front.map(({ standing }) => standing.history.file)).toEqual([
      'user_z.md',
      'user_a.md',
    ]);
  });
});

describe('memoriesTable', () => {
  it('has a row per memory, with a field per column', () => {
    const { header, rows } = memoriesTable(entries(2));
    expect(rows.map((row) => row.length)).toEqual([header.length, header.length]);
    expect(Object.fromEntries(header.map((name, i) => [name, rows[0]?.[i]]))).toMatchObject({
      file: 'user_0.md',
      exists: 'yes',
      dated_by: 'file',
      state: 'too early',
      verdict: 'not known yet',
    });
  });
});

describe('recurrenceSentence', () => {
  it('says how many came back, and when half of them did', () => {
    const curve = { groups: 9, cameBack: 4, broken: 2, steps: [], median: 12, longest: 17 };
    expect(recurrenceSentence(curve)).toBe(
      '4 of 9 mistakes with a rule came back after the rule was first written (observed for up to 17 sessions), 2 of them after it was last written or strengthened: these are broken. Half are estimated to come back within 12 sessions.',
    );
    expect(recurrenceSentence({ ...curve, median: null })).toContain(
      'More than half are estimated to stay away that long.',
    );
    expect(recurrenceSentence({ ...curve, broken: 0 })).toContain(', none of them after it was last written or ');
    expect(recurrenceSentence({ ...curve, cameBack: 0, median: null })).toBe(
      'None of 9 mistakes with a rule has come back so far (observed for up to 17 sessions).',
    );
  });
});
