import { describe, expect, it } from 'vitest';
import { beatsOf } from '#src/posts/narrative/beats.ts';
import { readinessOf } from '#src/posts/narrative/readiness.ts';
import { eventsOf } from './events-of.ts';

const STORY = beatsOf(eventsOf('DECISION', 'ERROR', 'PIVOT'));

describe('readinessOf', () => {
  it('is ready with enough words, a lead and three beats', () => {
    expect(readinessOf(120, 'The lead.', STORY)).toEqual({ state: 'ready', missing: [] });
  });

  it('waits for each thing that a post needs, and names it', () => {
    expect(readinessOf(80, 'The lead.', STORY)).toEqual({ state: 'waiting', missing: ['Short: 80 words'] });
    expect(readinessOf(1, 'The lead.', STORY).missing).toEqual(['Short: 1 word']);
    expect(readinessOf(300, ' \n', STORY).missing).toEqual(['No lead']);
    expect(readinessOf(300, 'The lead.', STORY.slice(0, 2)).missing).toEqual(['Thin: 2 beats']);
    expect(readinessOf(0, '', [])).toEqual({
      state: 'waiting',
      missing: ['Short: no words', 'No lead', 'Thin: no beats'],
    });
  });
});
