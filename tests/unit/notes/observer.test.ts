import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { afterAsking, afterCompacting, afterObserving, isToBeAsked } from '#src/notes/observer.ts';
import { type ObserverState, observerState } from '#src/record/observer-state.ts';

const RULES = { observationThreshold: 100, contextThresholdPct: 60 };
const state = (fields: Partial<ObserverState> = {}): ObserverState => ({ ...observerState(), ...fields });

describe('isToBeAsked', () => {
  it.each<[string, Partial<ObserverState>, boolean, boolean]>([
    ['nothing new', {}, true, false],
    ['less than the threshold', { characters: 396 }, true, false],
    ['the threshold', { characters: 397 }, true, true],
    ['the threshold, without a transcript', { characters: 400 }, false, true],
    ['a compaction', { isForced: true }, true, true],
    ['a compaction, without a transcript', { isForced: true }, false, false],
    ['a window that is 59 % full', { context: 119_999, largest: 119_999, characters: 4 }, true, false],
    ['a window that is 60 % full', { context: 120_000, largest: 120_000, characters: 4 }, true, true],
    ['a full window and nothing new', { context: 150_000, largest: 150_000 }, true, false],
    ['a full window, asked before', { context: 150_000, characters: 4, isFullAsked: true }, true, false],
    ['a large window that is 30 % full', { context: 300_000, largest: 300_000, characters: 4 }, true, false],
    ['a large window, after a compaction', { context: 150_000, largest: 300_000, characters: 4 }, true, false],
    ['a large window that is 60 % full', { context: 600_000, largest: 600_000, characters: 4 }, true, true],
  ])('of %s', (_, fields, hasTranscript, isAsked) => {
    expect(isToBeAsked(state(fields), RULES, hasTranscript)).toBe(isAsked);
  });

  it('is false after asking and after observing, whatever came before, and true after a compaction', () => {
    const any = fc.record({
      characters: fc.nat(10_000),
      context: fc.nat(900_000),
      isForced: fc.boolean(),
      isFullAsked: fc.boolean(),
    });
    fc.assert(
      fc.property(any, fc.nat(), (fields, from) => {
        const before = state({ ...fields, largest: fields.context });
        for (const after of [afterAsking(before, RULES, from), afterObserving(before, from)]) {
          expect(isToBeAsked(after, RULES, true)).toBe(false);
          expect(isToBeAsked(afterCompacting(after), RULES, true)).toBe(true);
        }
      }),
    );
  });
});

it('drops what has another form', () => {
  const read = observerState({ counted: 1, from: -2, prompts: null, events: [7], openCalls: [['a'], ['b', 'c']] });
  expect(read).toEqual({ ...observerState(), counted: 1, prompts: null });
});
