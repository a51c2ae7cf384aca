import { describe, expect, it } from 'vitest';
import type { Tag } from '#src/format/tags.ts';
import { type LoggedEvent, matchLogged } from '#src/transcript/evidence.ts';
import type { Found } from '#src/transcript/found.ts';
import { aFound } from '#tests/support/some-facts.ts';

const MINUTE = 60_000;
const START = Date.parse('2026-03-24T14:00:00Z');

const found = (text: string, more: Partial<Found> = {}) =>
  aFound({ text, at: '2026-03-24T14:00:00Z', from: 'commit a1b2c3d', ...more });
const logged = (text: string, after = 0, tag: Tag = 'ERROR'): LoggedEvent => {
  return { id: 'e-1a2b3c', tag, text, details: '', at: START + after };
};
const isSame = (event: Found, known: LoggedEvent) => matchLogged([event], [known]).get(event.id) === known.id;

describe('matchLogged', () => {
  const commit = found('Retry test shares one global clock');

  it('finds what was logged in other words within half an hour', () => {
    const text = 'The retry test failed because both tests share a global clock';
    expect(isSame(commit, logged(text, 20 * MINUTE))).toBe(true);
    expect(isSame(commit, logged(text, 31 * MINUTE))).toBe(false);
  });

  it('finds the same words for hours, if they are those of a commit', () => {
    const known = logged('Retry test shares one global clock', 90 * MINUTE);
    expect(isSame(commit, known)).toBe(true);
    expect(isSame(found('Retry test shares one global clock', { from: 'cause' }), known)).toBe(false);
    expect(isSame(commit, logged('Retry test shares one global clock', 1500 * MINUTE))).toBe(false);
  });

  it.each([
    ['something else', 'The parser drops the last line of a file'],
    ['one common word', 'The clock of the header shows the wrong zone'],
  ])('does not take %s for the same', (_, text) => {
    expect(isSame(commit, logged(text))).toBe(false);
  });

  it.each([
    ['the change', logged('From seconds to minutes in the same `sixteen` bits', 0, 'PIVOT'), true],
    ['a reason that is an event of its own', logged('Nest 3 had been silent for two days', 0, 'INSIGHT'), false],
    ['a few words', logged('In the same', 0, 'DECISION'), false],
    ['something else', logged('From nights to weeks in the same chart', 0, 'DECISION'), false],
  ])('looks for %s in the lines of a commit', (_, known, isIt) => {
    const details = 'From seconds to minutes in the same sixteen bits.\nNest 3 had been silent for two days.';
    expect(isSame(found('Count the age of a reading', { tag: 'DECISION', details }), known)).toBe(isIt);
  });
});
