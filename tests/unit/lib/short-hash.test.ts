import { expect, it } from 'vitest';
import { shortHash } from '#src/lib/short-hash.ts';

it('differs for similar paths, and is spread evenly', () => {
  const paths = Array.from({ length: 100_000 }, (_, n) => `src/part-${n % 316}/file-${n}.ts`);
  const hashes = paths.map(shortHash);
  expect(new Set(hashes).size).toBe(paths.length);
  expect(hashes.every((hash) => Number.isSafeInteger(hash) && hash >= 0)).toBe(true);
  const parts = Map.groupBy(hashes, (hash) => hash % 64);
  expect(parts.size).toBe(64);
  for (const members of parts.values()) expect(Math.abs(members.length - 1562.5)).toBeLessThan(250);
});

it('is the same on every machine', () => {
  expect(['', 'src/auth.ts', 'grüße/日本.ts'].map(shortHash)).toEqual([
    1276245688880515, 1939646861348094, 2204578466475971,
  ]);
});
