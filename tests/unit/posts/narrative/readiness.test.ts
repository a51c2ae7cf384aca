import { describe, expect, it } from 'vitest';
import { beatsOf } from '#src/posts/narrative/beats.ts';
import { hasStory, readinessOf } from '#src/posts/narrative/readiness.ts';
import { aSession } from '#tests/unit/archive/a-session.ts';
import { eventsOf } from './events-of.ts';

const STORY = beatsOf(eventsOf('DECISION', 'ERROR', 'PIVOT'));

describe('readinessOf', () => {
  it('is ready with enough words, a lead and three beats', () => {
    expect(readinessOf(120, 'The lead.', STORY)).toEqual({ state: 'ready', missing: [] });
  });

  it('names each thing that is missing for a post', () => {
    expect(readinessOf(80, 'The lead.', STORY)).toEqual({ state: 'waiting', missing: ['Only 80 words'] });
    expect(readinessOf(1, 'The lead.', STORY).missing).toEqual(['Only 1 word']);
    expect(readinessOf(300, ' \n', STORY).missing).toEqual(['No summary']);
    expect(readinessOf(300, 'The lead.', STORY.slice(0, 2)).missing).toEqual(['Only 2 beats']);
    expect(readinessOf(0, '', [])).toEqual({
      state: 'waiting',
      missing: ['No words', 'No summary', 'No beats'],
    });
  });
});

const MACHINE = '## Summary\n\nAuto-generated: 1 unconfirmed event (1 error) from 2 prompts of the transcript.\n';
const CANDIDATE = '## Events\n\n- [ERROR] Failed\n  candidate: 7f4b1f0e-33a5-4c1b-9d57-0c6a2f8e91b4\n\n';

it.each([
  ['nothing', '', false],
  ["found events and a machine's summary", CANDIDATE + MACHINE, true],
  ['an event', '## Events\n\n- [ERROR] Failed\n', true],
  ['a kept event', CANDIDATE.replace('candidate:', 'evidence:') + MACHINE, true],
  ['a summary', '## Summary\n\nIt works.\n', true],
  ['a narrative', `${MACHINE}\n### How it went\n\nWell.\n`, true],
])('a session of %s: %#', (_, body, expected) => {
  expect(hasStory(aSession({ body }).chronicle)).toBe(expected);
});
