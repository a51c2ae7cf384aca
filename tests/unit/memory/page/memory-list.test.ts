import { describe, expect, it } from 'vitest';
import { memoriesTable, memoryList } from '#src/memory/memory-book.ts';
import { anArchive } from './a-book.ts';

function entries(count: number) {
  return anArchive({ files: Object.fromEntries(Array.from({ length: count }, (_, i) => [`user_${i}.md`, 'x'])) }).book
    .entries;
}

describe('memoryList', () => {
  it('spreads memories over pages, each once', () => {
    expect(memoryList([])).toEqual([]);
    const all = entries(125);
    const pages = memoryList(all);
    expect(pages.map(({ address, of }) => [address, of])).toEqual([
      ['/memory/all/', 3],
      ['/memory/all/2/', 3],
      ['/memory/all/3/', 3],
    ]);
    expect(new Set(pages.flatMap((page) => page.entries))).toEqual(new Set(all));
  });

  it('puts deleted memories last', () => {
    const { book } = anArchive({ files: { 'user_z.md': 'x' }, changes: [{ file: 'user_a.md' }] });
    expect(memoryList(book.entries)[0]?.entries.map(({ standing }) => standing.history.file)).toEqual([
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
