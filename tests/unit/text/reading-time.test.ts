import { expect, it } from 'vitest';
import { readingMinutes } from '#src/text/reading-time.ts';

it('counts whole minutes, at least one', () => {
  expect([0, 80, 356, 358, 2380].map(readingMinutes)).toEqual([1, 1, 1, 2, 10]);
});
