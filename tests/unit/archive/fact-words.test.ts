import { describe, expect, it } from 'vitest';
import { didWords, eventText, sourceMark } from '#src/archive/event-rows.ts';
import { modelName, roundCount, factsRows } from '#src/archive/fact-words.ts';
import { aPrompt, aCommit, aFile, someFacts } from '#tests/support/some-facts.ts';
import { aSession } from './a-session.ts';

describe('didWords', () => {
  const { did } = aPrompt();

  it('says what was done, commits apart from other commands', () => {
    const busy = { reads: 9, edits: 3, commands: 2, tests: 2, failedTests: 1 };
    const words = '9 files read · 3 edits · 2 test runs, 1 failed · 1 command · 1 commit';
    expect(didWords({ did: busy, commits: 1 })).toBe(words);
    expect(didWords({ did: { ...did, tests: 1, failedTests: 1 }, commits: 0 })).toBe('1 test run, failed');
  });

  it('is empty if nothing was done', () => {
    expect(didWords({ did, commits: 0 })).toBe('');
  });
});

describe('modelName', () => {
  it('shortens the names of models, and leaves others alone', () => {
    const names = ['claude-opus-4-6', 'claude-sonnet-5-20270101', 'gpt-9', ''];
    expect(names.map(modelName)).toEqual(['Opus 4.6', 'Sonnet 5', 'gpt-9', '']);
  });
});

describe('roundCount', () => {
  it('keeps two or three digits', () => {
    const counts = [0, 912, 84_200, 999_600, 1_886_000, 250_000_000];
    expect(counts.map(roundCount)).toEqual(['0', '912', '84 k', '1.0 M', '1.9 M', '250 M']);
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

describe('factsRows', () => {
  const facts = someFacts({
    head: {
      from: '2026-03-24T14:02:00Z',
      to: '2026-03-24T16:40:00Z',
      activeMinutes: 72,
      tokens: 412_345,
      model: 'claude-opus-4-6',
    },
    models: [
      { name: 'claude-opus-4-6', answers: 9 },
      { name: 'haiku', answers: 1 },
    ],
    tokens: { input: 4000, output: 8200, cacheRead: 3_141_592, cacheWrite: 41_000 },
    files: [aFile({ added: 1612, removed: 148 })],
    commits: [aCommit()],
    tests: [
      { command: 'npm test', isFailed: true, at: '2026-03-24T14:10:00Z', prompt: 0 },
      { command: 'npm test', isFailed: false, at: '2026-03-24T14:20:00Z', prompt: 0 },
    ],
    pullRequests: [{ url: 'https://example.org/pull/7', number: 7, title: 'x', at: '2026-03-24T14:20:00Z', prompt: 0 }],
  });
  const session = { ...aSession(), facts: facts.head };

  it('has the figures in words, in local time', () => {
    expect(factsRows(session, facts)).toEqual([
      { label: 'Span', value: '16:02 to 18:40, 1 h 12 active' },
      { label: 'Prompts', value: '1' },
      { label: 'Model', value: 'Opus 4.6, haiku' },
      { label: 'Tokens', value: '45 k in, 8 k out, 3.1 M from the cache' },
      { label: 'Files', value: '1 (+1,612 −148)' },
      { label: 'Tests', value: '2 runs, 1 failed' },
      { label: 'Commits', value: '1' },
      { label: 'Pull requests', value: '#7' },
    ]);
  });

  it('names the day of an end after midnight', () => {
    const head = { ...facts.head, to: '2026-03-25T00:10:00Z', activeMinutes: 0 };
    const [span] = factsRows({ ...session, facts: head }, null);
    expect(span?.value).toBe('16:02 to 2026-03-25 02:10, less than a minute active');
  });

  it('is empty without facts, and leaves out what did not happen', () => {
    expect(factsRows(aSession(), null)).toEqual([]);
    const none = someFacts({ prompts: [], head: { from: null, to: null } });
    expect(factsRows({ ...session, facts: none.head }, none)).toEqual([]);
  });
});
