import { describe, expect, it } from 'vitest';
import { hasContent, isEmptySession } from '#src/format/session.ts';
import { aPrompt, someFacts } from '#tests/support/some-facts.ts';
import { aSession } from '../archive/a-session.ts';

describe('isEmptySession', () => {
  it.each([
    ['## Events\n', true],
    ['## Events\n\n## Summary\n\nAuto-generated: 0 events\n', true],
    ['## Events\n\n- 10:00 [ERROR] x\n', false],
    ['## Events\n\n- 10:00 [ERROR] x\n  candidate: 7f4b1f0e\n', false],
    ['## Events\n\n- not an event\n', false],
    ['## Events\n\n## Summary\n\nSaid.\n', false],
  ])('is true only if nothing happened: %j', (body, isEmpty) => {
    const session = aSession({ body });
    expect([isEmptySession(session), hasContent(session)]).toEqual([isEmpty, !isEmpty]);
  });

  it('is false for a session with prompts', () => {
    const withFacts = (prompts: number) => ({
      ...aSession(),
      facts: someFacts({ prompts: Array.from({ length: prompts }, () => aPrompt()) }).head,
    });
    expect([isEmptySession(withFacts(1)), isEmptySession(withFacts(0))]).toEqual([false, true]);
    const body =
      '## Summary\n\nAuto-generated: no events from 2 prompts of the transcript. Began with: fix the login\n';
    expect(isEmptySession(aSession({ body, keys: ['source: backfill'] }))).toBe(false);
  });
});
