import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ChunkTable } from '#src/recall/chunk-table.ts';
import { chunksOf } from '#src/search/words.ts';

const chunksBy = (table: ChunkTable<string>, text: string, from = 0, to = text.length) => {
  const found: string[] = [];
  table.each(
    text,
    from,
    to,
    (chunk) => chunk,
    (chunk) => found.push(chunk),
  );
  return found;
};

it('splits at the same characters as a search', () => {
  const table = new ChunkTable<string>(10);
  for (let code = 0; code < 0x10000; code++) {
    const text = `a${String.fromCharCode(code)}b`;
    expect(chunksBy(table, text)).toEqual(chunksOf(text));
  }
});

it('finds every word, however many there are and whatever it has room for', () => {
  const text = fc.array(fc.constantFrom('a', 'b', 'Aa', 'BB', 'é', ' ', '\n')).map((parts) => parts.join(''));
  fc.assert(
    fc.property(fc.array(text), fc.nat(8), fc.nat(8), fc.nat(8), (texts, most, from, length) => {
      const table = new ChunkTable<string>(most + 1);
      for (const each of texts) {
        expect(chunksBy(table, each)).toEqual(chunksOf(each));
        expect(chunksBy(table, each, from, Math.min(each.length, from + length))).toEqual(
          chunksOf(each.slice(from, from + length)),
        );
      }
      table.clear();
      expect(chunksBy(table, 'a b')).toEqual(['a', 'b']);
    }),
  );
});

it('asks for the value of a word once', () => {
  const table = new ChunkTable<number>(100);
  let made = 0;
  const sum: number[] = [];
  table.each(
    'one two one Aa BB one',
    0,
    21,
    () => ++made,
    (value) => sum.push(value),
  );
  expect(sum).toEqual([1, 2, 1, 3, 4, 1]);
});
