import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SessionIds } from '#src/notes/book.ts';

describe('SessionIds', () => {
  it('finds the same as a look at every id', () => {
    const name = fc.string({ unit: fc.constantFrom('a', 'b', '-', 'Z', '\ud83d', '\uffff'), maxLength: 4 });
    fc.assert(
      fc.property(fc.array(name), name, fc.nat(3), (all, prefix, most) => {
        const ids = new SessionIds(all);
        const begun = [...new Set(all)].filter((id) => id.startsWith(prefix)).sort();
        expect(ids.beginning(prefix)).toEqual(begun);
        expect(ids.beginning(prefix, most)).toEqual(begun.slice(0, most));
        expect(ids.named(prefix)).toBe(all.includes(prefix) ? prefix : begun.length === 1 ? begun[0] : null);
      }),
    );
  });
});
