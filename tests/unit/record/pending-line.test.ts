import { expect, it } from 'vitest';
import { roundTokens } from '#src/notes/observer.ts';

it.each([
  [0, '0'],
  [499, '0'],
  [12_345, '12,000'],
  [1_234_567, '1,235,000'],
])('%d tokens are about %s', (tokens, words) => {
  expect(roundTokens(tokens)).toBe(words);
});
