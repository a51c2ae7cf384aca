import { expect, it } from 'vitest';
import { movedAddresses, movedTo } from '#site/model/moved.ts';

it.each([
  ['brief/larder', '/projects/larder/#briefing'],
  ['concepts', '/search/?q=kind:observation'],
  ['memory/figures', '/memory/'],
  ['timeline/miss', '/timeline/?tag=miss'],
  ['year/2026', '/timeline/'],
])('leads from /%s/ to %s', (path, address) => {
  expect(movedTo(path)).toBe(address);
});

it.each(['', 'nothing', 'timeline', 'timeline/2026-08', 'memory/other', '__proto__/x', 'year/2026/x'])(
  'knows no page at /%s/',
  (path) => expect(movedTo(path)).toBeNull(),
);

it('lists the old addresses that lead somewhere', () => {
  const addresses = movedAddresses([]);
  expect(addresses).toContain('/timeline/error/');
  for (const address of addresses) expect(movedTo(address.slice(1, -1)), address).not.toBeNull();
});
