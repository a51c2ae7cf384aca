import { expect, test } from 'vitest';
import { contentWords, overlap, sharedWords } from '#tests/support/content-words.ts';
import {
  type JudgedEvent,
  type LabelledEvent,
  type RecordPlace,
  ratings,
  scoreSession,
} from '#tests/support/label-score.ts';
import { LABELLED_SETS, labelledSessions } from '#tests/support/labelled-sessions.ts';

const label = (more: Partial<LabelledEvent>): LabelledEvent => ({
  tag: 'DECISION',
  text: 'Keep drafts in a database',
  accept: [],
  record: 'a',
  also: [],
  important: false,
  ...more,
});
const found = (more: Partial<JudgedEvent>): JudgedEvent => ({
  tag: 'DECISION',
  text: 'Something else entirely',
  record: 'b',
  kind: 'recorded',
  ...more,
});
const place = (turn: number, minutes: number, call: string): RecordPlace => ({ turn, time: minutes * 60_000, call });
const places = new Map([
  ['a', place(1, 0, 'a')],
  ['near', place(1, 9, 'near')],
  ['late', place(1, 11, 'late')],
  ['next', place(2, 1, 'next')],
  ['result', place(2, 1, 'call')],
]);
const rights = (labels: LabelledEvent[], events: JudgedEvent[]) => scoreSession(labels, events, places).right.length;

test('an event matches at the same record, or near it in the same turn', () => {
  expect(rights([label({})], [found({ record: 'a' })])).toBe(1);
  expect(rights([label({})], [found({ record: 'near' })])).toBe(1);
  expect(rights([label({})], [found({ record: 'late' })])).toBe(0);
  expect(rights([label({})], [found({ record: 'next' })])).toBe(0);
  expect(rights([label({ record: 'call' })], [found({ record: 'result' })])).toBe(1);
});

test('an event that says the same matches anywhere', () => {
  expect(rights([label({})], [found({ record: 'next', text: 'The drafts: keep them in a database' })])).toBe(1);
});

test('the tag has to be equal or accepted', () => {
  const event = found({ record: 'a', tag: 'INSIGHT' });
  expect(rights([label({})], [event])).toBe(0);
  expect(rights([label({ accept: ['INSIGHT'] })], [event])).toBe(1);
});

test('a label is matched once, by the event whose words fit best', () => {
  const best = found({ record: 'near', text: 'Keep the drafts in IndexedDB' });
  const score = scoreSession([label({})], [found({ record: 'a' }), best], places);
  expect(score.right.map((pair) => pair.found)).toEqual([best]);
  expect(score.wrong).toHaveLength(1);
});

test('an event that repeats a found one is not wrong', () => {
  const commit = found({ record: 'result', tag: 'ERROR' });
  const score = scoreSession([label({ also: ['call'] })], [found({ record: 'a' }), commit], places);
  expect(score.repeated).toEqual([commit]);
  expect(score.wrong).toEqual([]);
});

test('an event is rated by its label, under any tag, or by a dull sentence', () => {
  const labels = [label({ important: true }), label({ text: 'Ask before a draft is deleted', record: 'late' })];
  const session = { labels, dull: ['The badge counts unsent drafts'], places };
  const ratingsOf = (...events: JudgedEvent[]) =>
    ratings(scoreSession(labels, events, places), session).map(({ rating }) => rating);
  expect(ratingsOf(found({ record: 'a' }))).toEqual([2]);
  expect(ratingsOf(found({ record: 'late' }))).toEqual([1]);
  expect(ratingsOf(found({ tag: 'INSIGHT', record: 'next', text: 'Ask before the draft is deleted' }))).toEqual([1]);
  expect(ratingsOf(found({ tag: 'INSIGHT', record: 'a' }))).toEqual([0]);
  expect(ratingsOf(found({ tag: 'INSIGHT', record: 'next', text: 'Its badge counts drafts' }))).toEqual([1]);
});

test('an event of another tag that repeats a found one is not rated', () => {
  const labels = [label({})];
  const again = found({ tag: 'INSIGHT', record: 'a', text: 'Drafts, in the database' });
  const score = scoreSession(labels, [found({ record: 'a' }), again], places);
  expect(ratings(score, { labels, dull: [], places })).toHaveLength(1);
});

test('content words leave out what every sentence has, in scripts with and without spaces', () => {
  expect([...contentWords('The test was retried, and it fails')]).toEqual(['test', 'retr', 'fail']);
  expect(sharedWords('La fenêtre est fermée', 'fermee: la FENETRE')).toBe(2);
  expect(sharedWords('索引を使う', '索引がない')).toBe(1);
  expect(overlap('Fix the login', 'Fix login loop')).toBeCloseTo(2 / 3);
  expect(overlap('', '')).toBe(0);
});

test.each(LABELLED_SETS)('every label of the set %s has its record', (set) => {
  const sessions = labelledSessions(set);
  expect(sessions.length).toBeGreaterThan(0);
  for (const { name, labels, places: known, title } of sessions) {
    expect(title, name).not.toBe('');
    const lost = labels.flatMap(({ record, also }) => [record, ...also]).filter((record) => !known.has(record));
    expect(lost, name).toEqual([]);
  }
});
