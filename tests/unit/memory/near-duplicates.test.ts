import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { nearDuplicates } from '#src/memory/audit.ts';

type Text = { name: string; description: string; body: string };

interface Pair {
  about: string;
  a: Text;
  b: Text;
}

/** Pairs that a person would merge, and pairs on the same subject with different memories. */
const { same: SAME, different: DIFFERENT }: Record<'same' | 'different', Pair[]> = JSON.parse(
  readFileSync(new URL('../../fixtures/memories/pairs.json', import.meta.url), 'utf8'),
);

describe('nearDuplicates', () => {
  it.each(SAME)('finds $about', ({ a, b }) => {
    expect(nearDuplicates([a, b])).toMatchObject([{ index: 1, of: 0 }]);
  });

  it.each(DIFFERENT)('leaves $about alone', ({ a, b }) => {
    expect(nearDuplicates([a, b])).toEqual([]);
  });

  it('finds the same in a large directory', () => {
    const same = SAME.flatMap(({ a, b }) => [a, b]);
    const all = [...same, ...DIFFERENT.slice(0, -3).flatMap(({ a, b }) => [a, b])].filter(
      ({ name }, i, texts) => texts.findIndex((text) => text.name === name) === i,
    );
    const names = nearDuplicates(all).map(({ index, of }) => [all[of]?.name, all[index]?.name]);
    expect(names).toEqual(expect.arrayContaining(SAME.map(({ a, b }) => [a.name, b.name])));
    expect(names).toHaveLength(SAME.length + 1);
  });

  it('picks the most similar of many', () => {
    const { a, b } = SAME[0] ?? expect.fail('there are pairs');
    expect(nearDuplicates([b, a, { ...a, name: 'money' }])).toMatchObject([
      { index: 1, of: 0 },
      { index: 2, of: 1 },
    ]);
  });

  it('handles a thousand similar memories without comparing every pair', () => {
    const { a } = SAME[0] ?? expect.fail('there are pairs');
    const found = nearDuplicates(Array.from({ length: 1000 }, () => ({ ...a })));
    expect(found).toHaveLength(999);
    expect(found.every(({ of, likeness }) => of === 0 && likeness > 1 - 1e-9)).toBe(true);
  });
});
