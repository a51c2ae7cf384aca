import { expect, it } from 'vitest';
import { capitalisedProse } from '#src/lib/words.ts';

it.each([
  ['the cache is stale', 'The cache is stale'],
  ['über uns', 'Über uns'],
  ['well, it works', 'Well, it works'],
  ['at 3 it stopped', 'At 3 it stopped'],
  ['line 12 is empty', 'Line 12 is empty'],
  ['make it a file', 'Make it a file'],
  ["don't do that", "Don't do that"],
])('capitalises %j as %j', (text, words) => {
  expect(capitalisedProse(text)).toBe(words);
});

it.each([
  ...['adc: use vrefint', 'npm ci breaks', 'useState is stale', 'user_id is null', 'src/a.ts is empty'],
  ...['app.ts is empty', '`a` is null', 'lines() allocates each line', ''],
])('leaves %j as it is', (text) => {
  expect(capitalisedProse(text)).toBe(text);
});

it('reads a hostile megabyte in a moment', () => {
  const started = process.cpuUsage();
  for (const piece of ['a', "'", 'a ', '.', 'é']) capitalisedProse(`${piece.repeat(1_000_000 / piece.length)}X`);
  expect(process.cpuUsage(started).user / 1000).toBeLessThan(500);
});
