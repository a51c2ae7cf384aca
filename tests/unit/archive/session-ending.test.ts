import { describe, expect, it } from 'vitest';
import { endingSentence, lastMessages, sessionEnding } from '#src/archive/session-ending.ts';
import type { Session } from '#src/format/session.ts';
import type { Facts } from '#src/transcript/facts.ts';
import type { FactsHead } from '#src/format/facts-head.ts';
import { someFacts } from '#tests/support/some-facts.ts';
import { aSession } from './a-session.ts';

const EVENT = '## Events\n\n- 10:00 [ERROR] x\n\n';
const OUTCOME = { text: 'Fixed the redirect. All tests pass.', at: '2026-03-24T15:00:00Z' };

function withFacts(session: Session, ending: FactsHead['ending'], outcome: Facts['outcome'] = null) {
  const facts = someFacts({ head: { ending }, outcome });
  return { session: { ...session, facts: facts.head }, facts };
}

describe('sessionEnding', () => {
  it.each([['## Summary\n\nMoved the list.\n'], ['## Summary\n\nLead.\n\n### The story\n\nText.\n']])(
    'is the summary somebody wrote: %j',
    (body) => {
      const { session, facts } = withFacts(aSession({ body: EVENT + body, retro: true }), 'answered', OUTCOME);
      expect(sessionEnding(session, facts)).toEqual({ kind: 'summary' });
    },
  );

  it.each([[''], ['## Summary\n\nAuto-generated: 1 event (1 error)\n']])(
    'is the last message without one: %j',
    (summary) => {
      const { session, facts } = withFacts(aSession({ body: EVENT + summary }), 'answered', OUTCOME);
      const ending = sessionEnding(session, facts);
      expect(ending).toEqual({ kind: 'message', messages: [{ ...OUTCOME, label: 'last message' }] });
      expect(endingSentence(ending)).toBe('');
    },
  );

  it('says that the session broke off after its last message', () => {
    const { session, facts } = withFacts(aSession(), 'open', OUTCOME);
    const messages = [{ ...OUTCOME, label: 'last long message, before the session broke off' }];
    expect(sessionEnding(session, facts)).toEqual({ kind: 'message', messages });
  });

  it('is a later, shorter message too', () => {
    const lastAnswer = { text: 'Reverted everything.', at: '2026-03-24T15:20:00Z' };
    const labels = (facts: Facts) => lastMessages(facts).map(({ label, text }) => [label, text]);
    expect(labels(someFacts({ head: { ending: 'answered' }, outcome: OUTCOME, lastAnswer }))).toEqual([
      ['last long message', OUTCOME.text],
      ['last message', lastAnswer.text],
    ]);
    expect(labels(someFacts({ head: { ending: 'open' }, outcome: null, lastAnswer }))).toEqual([
      ['last message, before the session broke off', lastAnswer.text],
    ]);
  });

  it('is the count of events without a message', () => {
    const machine = aSession({ body: `${EVENT}## Summary\n\nAuto-generated: 1 event (1 error)\n` });
    expect(sessionEnding(machine, null)).toEqual({ kind: 'counts' });
  });

  it.each([
    ['answered', 'The session ended with a short answer.'],
    ['interrupted', 'The last turn was interrupted.'],
    ['open', 'No summary. The session may have ended unexpectedly.'],
  ] as const)('follows from the last turn if it was %s', (ending, sentence) => {
    const { session, facts } = withFacts(aSession(), ending);
    expect(endingSentence(sessionEnding(session, facts))).toBe(sentence);
  });

  it('is abrupt without facts only if the end of a session would have added a summary', () => {
    expect(sessionEnding(aSession({ body: EVENT }), null)).toEqual({ kind: 'abrupt' });
    expect(sessionEnding(aSession(), null)).toEqual({ kind: 'unknown' });
  });

  it('is running if it was when its transcript was read', () => {
    const transcripts = [{ file: 'one.jsonl', folder: '-code', size: 10, writtenMs: 0 }];
    const { session, facts } = withFacts(aSession({ body: EVENT }), 'open', OUTCOME);
    const running = { ...facts, head: { ...facts.head, transcripts } };
    expect(sessionEnding(session, running)).toEqual({ kind: 'running' });
    expect(lastMessages(running).map(({ label }) => label)).toEqual(['last long message so far']);
  });

  it('is running rather than abrupt', () => {
    expect(sessionEnding(aSession({ body: EVENT }), null, true)).toEqual({ kind: 'running' });
  });
});
