import { describe, expect, it } from 'vitest';
import { isFormOf } from '#src/search/is-form-of.ts';

describe('isFormOf', () => {
  it.each([
    ['migrated', 'migrating'],
    ['migration', 'migrate'],
    ['`Tests`,', 'test'],
    ['stop', 'stopping'],
    ['study', 'studies'],
    ['feedback_no_push.md', 'push'],
    ['Größe', 'grö'],
  ])('takes %s for a form of %s', (text, word) => {
    expect(isFormOf(text, word)).toBe(true);
  });

  it.each([
    ['arch', 'architecture'],
    ['z', 'zzzz'],
    ['no', 'no_push'],
    ['', 'word'],
  ])('does not take %s for a form of %s', (text, word) => {
    expect(isFormOf(text, word)).toBe(false);
  });
});
