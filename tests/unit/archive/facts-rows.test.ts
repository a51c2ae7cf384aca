import { describe, expect, it } from 'vitest';
import { factsRows } from '#src/archive/fact-words.ts';
import { aCommit, aFile, someFacts } from '#tests/support/some-facts.ts';
import { aSession } from './a-session.ts';

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
