import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TAGS, type Tag } from '#src/format/tags.ts';
import { BEAT_ROLES, beatsOf } from '#src/posts/narrative/beats.ts';
import { eventsOf } from './events-of.ts';

function told(...tags: Tag[]): string[] {
  return beatsOf(eventsOf(...tags)).map(({ role, event }) => `${role}: ${event.text}`);
}

describe('beatsOf', () => {
  it('finds all seven parts of a story', () => {
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

  it('picks seven of many', () => {
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

  it('keeps the order of the file, whatever the order of the parts', () => {
    expect(told('MEMORY-MISS', 'PIVOT', 'ERROR', 'DECISION')).toEqual([
      'fall: Step 0',
      'turn: Step 1',
      'trouble: Step 2',
      'ending: Step 3',
    ]);
  });

  it('prefers a pivot after the trouble as the turn', () => {
    expect(told('PIVOT', 'ERROR', 'PIVOT')).toEqual(['trouble: Step 1', 'turn: Step 2']);
  });

  it('takes a correction as the fall if nothing was missed', () => {
    expect(told('USER-CORRECTION', 'INSIGHT')).toEqual(['fall: Step 0', 'lesson: Step 1']);
  });

  it('finds an opening and an ending if nothing goes wrong', () => {
    expect(told('DECISION', 'DECISION', 'INSIGHT', 'DECISION')).toEqual([
      'opening: Step 0',
      'set-up: Step 1',
      'lesson: Step 2',
      'ending: Step 3',
    ]);
    expect(told('INSIGHT')).toEqual(['opening: Step 0']);
    expect(told()).toEqual([]);
  });

  it('uses each part and each event at most once, in order', () => {
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
