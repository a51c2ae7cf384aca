import { describe, expect, it } from 'vitest';
import { isTag, nearestTag, TAGS } from '#src/format/tags.ts';

describe('isTag', () => {
  it.each(['decision', 'DECISION ', '', 'toString', '__proto__', 'MEMORY'])('refuses %j', (word) => {
    expect(isTag(word)).toBe(false);
  });
});

describe('nearestTag', () => {
  it.each([
    ['DECISION', ['DECISON', 'decision']],
    ['ERROR', ['ERRORS', 'ERORR']],
    ['PIVOT', ['PIVIT']],
    ['INSIGHT', ['INSIGTH']],
    ['MEMORY-MISS', ['Memory Miss', 'MISS']],
    ['MEMORY-HIT', ['memory_hit', 'MEMORYHIT', 'HIT']],
    ['USER-CORRECTION', ['corrections', 'USER-CORECTION']],
    ['BLOCKED', ['BLOCKER']],
  ])('is %s', (tag, words) => {
    for (const word of words) expect(nearestTag(word), word).toBe(tag);
  });

  it.each(['', 'x', 'TODO', 'NOTE', 'FIX', 'LEARNED', 'MEMORY', 'USER', 'D'.repeat(25)])(
    'finds no tag for %j',
    (word) => {
      expect(nearestTag(word)).toBeUndefined();
    },
  );

  it('finds every tag, in any case and with any separator', () => {
    for (const tag of TAGS) {
      expect(nearestTag(tag)).toBe(tag);
      expect(nearestTag(tag.toLowerCase().replace('-', '_'))).toBe(tag);
    }
  });
});
