import { describe, expect, it } from 'vitest';
import { didWords, eventText, sourceMark } from '#src/archive/event-rows.ts';
import { modelName, roundCount } from '#src/archive/fact-words.ts';
import { aPrompt } from '#tests/support/some-facts.ts';

describe('didWords', () => {
  const { did } = aPrompt();

  it('says what was done, commits apart from other commands', () => {
    const busy = { reads: 9, edits: 3, commands: 2, tests: 2, failedTests: 1 };
    expect(didWords({ did: busy, commits: 1 })).toBe(
      '9 files read · 3 edits · 2 test runs, 1 failed · 1 command · 1 commit',
    );
    expect(didWords({ did: { ...did, tests: 1, failedTests: 1 }, commits: 0 })).toBe('1 test run, failed');
  });

  it('is empty if nothing was done', () => {
    expect(didWords({ did, commits: 0 })).toBe('');
  });
});

describe('modelName', () => {
  it('shortens the names of models, and leaves others alone', () => {
    expect(['claude-opus-4-6', 'claude-sonnet-5-20270101', 'gpt-9', ''].map(modelName)).toEqual([
      'Opus 4.6',
      'Sonnet 5',
      'gpt-9',
      '',
    ]);
  });
});

describe('roundCount', () => {
  it('keeps two or three digits', () => {
    expect([0, 912, 84_200, 999_600, 1_886_000, 250_000_000].map(roundCount)).toEqual([
      '0',
      '912',
      '84 k',
      '1.0 M',
      '1.9 M',
      '250 M',
    ]);
  });
});

describe('sourceMark', () => {
  const mark = (details: string, evidence: string[] = []) => {
    const { kind, word, commit } = sourceMark({ details }, evidence);
    return `${kind}: ${word} ${commit}`.trim();
  };

  it('says who or what an event comes from', () => {
    expect(mark('')).toBe('logged: logged');
    expect(mark('evidence: r1')).toBe('logged: kept');
    expect(mark('candidate: r1')).toBe('found: conversation');
    expect(mark('recorded: r1 question')).toBe('found: answered question');
    expect(mark('recorded: r1 commit a1b2c3d4e5f6')).toBe('found: commit a1b2c3d');
  });

  it('names what proves a logged event', () => {
    expect(mark('why', ['commit a1b2c3d'])).toBe('proved: commit a1b2c3d');
    expect(mark('why', ['plan'])).toBe('proved: accepted plan');
    expect(mark('why', ['something else'])).toBe('logged: logged');
  });
});

const found = { from: 'prose', reference: '', record: 'r', place: null } as const;

it('shows a found sentence once if its text is only its beginning', () => {
  const details = 'the list is empty since the query has no order\nsecond line';
  expect(eventText({ text: 'the list is empty since…', found }, details)).toEqual({
    text: 'the list is empty since the query has no order',
    details: 'second line',
  });
});

it.each([
  { text: 'the list is empty', details: 'the list is empty since the query', found },
  { text: 'another list…', details: 'the list is empty', found },
  { text: '…', details: 'the list is empty', found },
  { text: 'the list…', details: 'the list is empty' },
])('leaves other texts as they are: $text', ({ details, ...event }) => {
  expect(eventText(event, details)).toEqual({ text: event.text, details });
});
