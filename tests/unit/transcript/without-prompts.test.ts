import { describe, expect, it } from 'vitest';
import type { FoundEvent } from '#src/transcript/found.ts';
import type { Harvest } from '#src/transcript/reduce.ts';
import { withoutPrompts } from '#src/transcript/safe-texts.ts';
import { aPrompt, someFacts } from '#tests/support/some-facts.ts';

const SECRET = 'the words of a prompt';

function anEvent(given: Partial<FoundEvent> & { record: string }): FoundEvent {
  const { record, ...rest } = given;
  const origin = { id: record, at: 0, file: 'a.jsonl', line: 1 };
  return { tag: 'ERROR', text: 'kept', details: [], origin, source: null, ...rest };
}

function aHarvest({ planAt, titles = {} }: { planAt: string; titles?: Record<string, string> }): Harvest {
  const { evidence: _, ...facts } = someFacts({
    head: { titles },
    prompts: [aPrompt({ text: SECRET, record: 'p-1', at: '2026-03-24T14:00:00Z' })],
    plans: [{ heading: 'Kept or not', text: SECRET, at: planAt, prompt: 0 }],
    compactions: [{ summary: SECRET, at: '2026-03-24T15:00:00Z' }],
    questions: [{ question: 'Which?', answer: 'This one', at: '2026-03-24T15:00:00Z', prompt: 0 }],
  });
  const events = [
    anEvent({ record: 'r-1' }),
    anEvent({ record: 'r-2', tag: 'USER-CORRECTION', text: SECRET }),
    anEvent({ record: 'p-1', tag: 'DECISION', text: SECRET, source: { from: 'plan', reference: '' } }),
  ];
  return { id: 's', facts, events, missing: [] };
}

describe('withoutPrompts', () => {
  it('keeps no word of a prompt, but its number and time', () => {
    const titles = { prompt: SECRET, plan: SECRET, host: 'A title' };
    const harvest = aHarvest({ planAt: '2026-03-24T14:00:00Z', titles });
    const { facts, events } = withoutPrompts(harvest);
    expect(JSON.stringify({ facts, events })).not.toContain(SECRET);
    expect(facts.prompts).toEqual([aPrompt({ text: '', record: 'p-1' })]);
    expect(facts.head.titles).toEqual({ host: 'A title' });
    expect([facts.plans, facts.compactions.length]).toEqual([[], 1]);
    expect(events).toEqual([anEvent({ record: 'r-1' })]);
  });

  it('keeps a plan that Claude proposed, and answers', () => {
    const { facts } = withoutPrompts(aHarvest({ planAt: '2026-03-24T14:30:00Z', titles: { plan: 'Kept' } }));
    expect(facts.plans).toHaveLength(1);
    expect(facts.head.titles).toEqual({ plan: 'Kept' });
    expect(facts.questions).toHaveLength(1);
  });
});
