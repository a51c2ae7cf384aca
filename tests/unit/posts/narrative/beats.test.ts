import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TAGS, type Tag } from '#src/chronicle/tags.ts';
import { BEAT_ROLES, beatsOf } from '#src/posts/narrative/beats.ts';
import { eventsOf } from './events-of.ts';

function told(...tags: Tag[]): string[] {
  return beatsOf(eventsOf(...tags)).map(({ role, event }) => `${role}: ${event.text}`);
}

describe('beatsOf', () => {
  it('finds the seven parts of a whole story', () => {
    expect(told('DECISION', 'INSIGHT', 'ERROR', 'PIVOT', 'MEMORY-MISS', 'INSIGHT', 'DECISION')).toEqual([
      'opening: Step 0',
      'set-up: Step 1',
      'trouble: Step 2',
      'turn: Step 3',
      'fall: Step 4',
      'lesson: Step 5',
      'ending: Step 6',
    ]);
  });

  it('takes seven of many', () => {
    expect(
      told(
        'INSIGHT',
        'DECISION',
        'MEMORY-HIT',
        'BLOCKED',
        'ERROR',
        'DECISION',
        'PIVOT',
        'PIVOT',
        'USER-CORRECTION',
        'INSIGHT',
        'MEMORY-MISS',
        'INSIGHT',
        'MEMORY-HIT',
      ),
    ).toEqual([
      'opening: Step 0',
      'set-up: Step 2',
      'trouble: Step 3',
      'turn: Step 6',
      'fall: Step 10',
      'lesson: Step 11',
      'ending: Step 12',
    ]);
  });

  it('keeps to the order of the file, whatever the order of the parts', () => {
    expect(told('MEMORY-MISS', 'PIVOT', 'ERROR', 'DECISION')).toEqual([
      'fall: Step 0',
      'turn: Step 1',
      'trouble: Step 2',
      'ending: Step 3',
    ]);
  });

  it('has the turn follow the trouble where a pivot does', () => {
    expect(told('PIVOT', 'ERROR', 'PIVOT')).toEqual(['trouble: Step 1', 'turn: Step 2']);
  });

  it('takes a correction for the fall where nothing was missed', () => {
    expect(told('USER-CORRECTION', 'INSIGHT')).toEqual(['fall: Step 0', 'lesson: Step 1']);
  });

  it('makes of a session in which nothing goes wrong a beginning and an end', () => {
    expect(told('DECISION', 'DECISION', 'INSIGHT', 'DECISION')).toEqual([
      'opening: Step 0',
      'set-up: Step 1',
      'lesson: Step 2',
      'ending: Step 3',
    ]);
    expect(told('INSIGHT')).toEqual(['opening: Step 0']);
    expect(told()).toEqual([]);
  });

  it('gives each part, and each event, at most once and in order', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...TAGS), { maxLength: 40 }), (tags) => {
        const beats = beatsOf(eventsOf(...tags));
        const lines = beats.map(({ event }) => event.line);
        expect(lines).toEqual([...new Set(lines)].sort((a, b) => a - b));
        expect(new Set(beats.map(({ role }) => role)).size).toBe(beats.length);
        expect(beats.every(({ role }) => role in BEAT_ROLES)).toBe(true);
      }),
    );
  });
});
