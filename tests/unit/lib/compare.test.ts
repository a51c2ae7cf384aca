import { expect, it } from 'vitest';
import { compare } from '#src/lib/compare.ts';

it('orders strings by code units, whatever the locale', () => {
  expect(['b', 'a', 'é', 'B', 'a'].sort(compare)).toEqual(['B', 'a', 'a', 'b', 'é']);
});

it('orders numbers, including infinity', () => {
  expect([2, Infinity, 10, -1, Infinity].sort(compare)).toEqual([-1, 2, 10, Infinity, Infinity]);
});
