import { describe, expect, it } from 'vitest';
import { isTag, nearestTag, TAGS } from '#src/format/tags.ts';

describe('isTag', () => {
  it.each(['decision', 'DECISION ', '', 'toString', '__proto__', 'MEMORY'])('refuses %j', (word) => {
    expect(isTag(word)).toBe(false);
  });
});

describe('nearestTag', () => {
  it.each([
    ['DECISON', 'DECISION'],
    ['decision', 'DECISION'],
    ['ERRORS', 'ERROR'],
    ['ERORR', 'ERROR'],
    ['PIVIT', 'PIVOT'],
    ['INSIGTH', 'INSIGHT'],
    ['Memory Miss', 'MEMORY-MISS'],
    ['memory_hit', 'MEMORY-HIT'],
    ['MEMORYHIT', 'MEMORY-HIT'],
    ['HIT', 'MEMORY-HIT'],
    ['MISS', 'MEMORY-MISS'],
    ['corrections', 'USER-CORRECTION'],
    ['USER-CORECTION', 'USER-CORRECTION'],
    ['BLOCKER', 'BLOCKED'],
  ])('takes %s for %s', (word, tag) => {
    expect(nearestTag(word)).toBe(tag);
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
