import { describe, expect, it } from 'vitest';
import { cachedWords } from '#src/memory/misses/known-mistakes.ts';
import { featuresOf } from '#src/memory/misses/miss-words.ts';
import { likestOf, type QuickWords, quickWords } from '#src/memory/misses/quick-words.ts';
import { type LabelledMiss, labelledMisses } from './labelled-misses.ts';

/** The share of misses found similar to an earlier one that really are. */
function answers(sets: readonly Parameters<typeof labelledMisses>[0][], wordsOf: (miss: LabelledMiss) => QuickWords) {
  let [said, right] = [0, 0];
  for (const misses of sets.flatMap((set) => [
    ...Map.groupBy(labelledMisses(set), ({ project }) => project).values(),
  ])) {
    const before = new Map<string, QuickWords[]>();
    for (const miss of misses) {
      const likest = [...before.keys()][likestOf([...before.values()], quickWords(miss.text))];
      if (likest !== undefined) said++;
      if (likest === miss.group) right++;
      before.set(miss.group, [...(before.get(miss.group) ?? []), wordsOf(miss)].slice(-4));
    }
  }
  return { said, right };
}

describe('the likeness that a hook goes by', () => {
  it('is right nine times out of ten with the words of the archive', () => {
    const { said, right } = answers(['development', 'development-2', 'sample'], (miss) =>
      cachedWords(featuresOf(miss)),
    );
    expect(said).toBeGreaterThanOrEqual(10);
    expect(right / said).toBeGreaterThanOrEqual(0.9);
  });

  it('is nearly as good with the words of a hook', () => {
    const { said, right } = answers(['development', 'development-2', 'sample'], (miss) => quickWords(miss.text));
    expect(said).toBeGreaterThanOrEqual(20);
    expect(right / said).toBeGreaterThanOrEqual(0.9);
  });

  it('finds nothing without evidence', () => {
    expect(likestOf([], quickWords('anything'))).toBe(-1);
    expect(likestOf([[{}]], {})).toBe(-1);
    expect(likestOf([[quickWords('one word')]], quickWords('one other'))).toBe(-1);
  });

  it('needs one name of called code, or more than one word', () => {
    const mistakes = [[quickWords('Called Time.now in the scanner')], [quickWords('Wrote the changelog late')]];
    expect(likestOf(mistakes, quickWords('The clock came from `Time.now`'))).toBe(0);
    expect(likestOf(mistakes, quickWords('The changelog of a dependency was wrong'))).toBe(-1);
  });

  it('reads long and odd texts quickly', () => {
    const odd = [
      'a.'.repeat(50_000),
      '('.repeat(100_000),
      'x'.repeat(100_000),
      '\u0301'.repeat(50_000),
      '__proto__ constructor toString',
    ];
    const begun = performance.now();
    for (const text of odd) expect(likestOf([[quickWords(text)]], quickWords(text))).toBeGreaterThanOrEqual(-1);
    expect(performance.now() - begun).toBeLessThan(1000);
  });
});
