import { expect, test } from 'vitest';
import { badForm, gradeTitle, labelledTitles, TITLE_SETS } from '#tests/support/labelled-titles.ts';

test.each(TITLE_SETS)('half of the titles are in %s, and no accepted one has a bad form', (set) => {
  const entries = labelledTitles(set);
  expect(entries).toHaveLength(30);
  for (const { prompt, good, fair } of entries)
    for (const title of [...good, ...fair].filter((one) => !one.startsWith('/')))
      expect(badForm(title, prompt), title).toBeNull();
});

test('a title is graded by its form first, and by the accepted ones', () => {
  const entry = { prompt: 'can you sort the list?', good: ['Sort the list'], fair: ['/list .*sorted/'] };
  expect(gradeTitle('sort the “list”.', entry)).toBe('good');
  expect(gradeTitle('The list is sorted', entry)).toBe('fair');
  expect(gradeTitle('Something else', entry)).toBe('bad');
  expect(gradeTitle('Sort the list?', entry)).toBe('bad');
});

test.each([
  ['src/payments/refund.ts', 'a path'],
  ['/home/eli/notes', 'a path'],
  ['{"error":1}', 'JSON'],
  ['$ make release', 'a shell prompt'],
  ['kim@pi:~ $ ls', 'a shell prompt'],
  ['https://example.org/a', 'an address'],
  ['#318', 'a number'],
  ['Fix: the basket', 'a kind before the words'],
  ['feat(calendar): invitations', 'a kind before the words'],
  ['wip', 'no words'],
  ['The nightly export writes the…', 'cut in the middle'],
  ['Send the mails and', 'cut in the middle'],
  ["I'd like a test", 'begins with I, This or Ok'],
  ['could you explain it', 'begins with a courtesy'],
])('%s is no title', (title, form) => {
  expect(badForm(title, '')).toBe(form);
});

test('a question is a title', () => {
  expect(badForm('Why are there two loaders?', 'why are there two loaders?')).toBeNull();
});
