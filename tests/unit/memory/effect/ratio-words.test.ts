import { expect, it } from 'vitest';
import { ratioInWords } from '#src/memory/effect/ratio-words.ts';

it('says a ratio with its interval, and if no change is possible', () => {
  expect(ratioInWords({ estimate: 0.4, low: 0.04, high: 1.2 })).toBe(
    '0.4 times as often as before; 90% interval 0.04 to 1.2; there may be no change.',
  );
  expect(ratioInWords({ estimate: 0, low: 0, high: 0.83 })).toBe('Not once since; 90% interval 0 to 0.8.');
  const high = Number.POSITIVE_INFINITY;
  expect(ratioInWords({ estimate: 30, low: 2, high })).toBe(
    '30 times as often as before; 90% interval 2.0 to any number.',
  );
});
