import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keptParts } from '#src/value/kept-parts.ts';
import { memoised } from '#src/value/memo.ts';

interface Item {
  words: readonly string[];
}

/** An item takes the place of another, is added, taken out, or moved. */
const edit = fc.record({
  what: fc.constantFrom('replace', 'add', 'remove', 'move'),
  at: fc.nat({ max: 999 }),
  words: fc.subarray(['one', 'two', 'three']),
});
const edits = fc.array(edit, { minLength: 1, maxLength: 40 });

function edited(items: readonly Item[], { what, at, words }: typeof edit extends fc.Arbitrary<infer E> ? E : never) {
  const next = [...items];
  const place = at % (items.length + 1);
  const [taken] = what === 'add' ? [] : next.splice(place, 1);
  if (what === 'move' && taken) next.splice(0, 0, taken);
  if (what === 'replace' || what === 'add') next.splice(place, 0, { words });
  return next;
}

function manyItems(length: number): Item[] {
  return Array.from({ length }, (_, i) => ({ words: i % 3 === 0 ? ['one'] : i % 5 === 0 ? ['two', 'one'] : [] }));
}

describe('keptParts', () => {
  it('has all items in their order after any edits, in parts of a useful size', () => {
    fc.assert(
      fc.property(edits, fc.nat({ max: 500 }), (all, length) => {
        let items = manyItems(length);
        for (const each of all) {
          items = edited(items, each);
          const parts = keptParts(items);
          expect(parts.flat()).toEqual(items);
          expect(parts.every((part) => part.length > 0 && part.length <= 128)).toBe(true);
          expect(parts.length).toBeLessThanOrEqual(2 + items.length / 32);
        }
      }),
    );
  });

  it('works out one part again after an edit of one item', () => {
    const asked: number[] = [];
    const wordsIn = memoised((part: readonly Item[]) => {
      asked.push(part.length);
      return part.flatMap(({ words }) => words).length;
    });
    const count = (items: readonly Item[]) => keptParts(items).reduce((sum, part) => sum + wordsIn(part), 0);
    const items = manyItems(10_000);
    const before = count(items);
    asked.length = 0;
    expect(count(items.with(5000, { words: ['one', 'two', 'three', 'four'] }))).toBeGreaterThan(before);
    expect(asked).toHaveLength(1);
    expect(count([{ words: ['one'] }, ...items])).toBe(before + 1);
    expect(asked).toHaveLength(2);
  });
});
