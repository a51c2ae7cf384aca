import { expect, it } from 'vitest';
import { shortHash } from '#src/lib/hash.ts';

it('is the same on every machine', () => {
  expect(['', 'src/auth.ts', 'grüße/日本.ts'].map(shortHash)).toEqual([
    1276245688880515, 1939646861348094, 2204578466475971,
  ]);
});
