import { describe, expect, it } from 'vitest';
import { afterObserving, isToBeAsked, OBSERVE_PROMPT } from '#src/notes/observer.ts';
import { type ObserverState, observerState } from '#src/record/observer-state.ts';
import { tokensOf } from '#tests/support/tokens.ts';

const state = (fields: Partial<ObserverState> = {}): ObserverState => ({ ...observerState(), ...fields });

describe('isToBeAsked', () => {
  it.each<[string, Partial<ObserverState>, boolean, boolean]>([
    ['nothing new', {}, true, false],
    ['less than the threshold', { characters: 396 }, true, false],
    ['the threshold', { characters: 397 }, true, true],
    ['the threshold, without a transcript', { characters: 400 }, false, true],
    ['a compaction', { isForced: true }, true, true],
    ['a compaction, without a transcript', { isForced: true }, false, false],
    ['what was observed', afterObserving(state({ characters: 1000, isForced: true }), 7), true, false],
  ])('of %s', (_, fields, hasTranscript, isAsked) => {
    expect(isToBeAsked(state(fields), 100, hasTranscript)).toBe(isAsked);
  });
});

it('asks with at most 300 tokens, with those of the host', () => {
  expect(tokensOf(OBSERVE_PROMPT)).toBeLessThanOrEqual(265);
});

it('drops what has another form', () => {
  const read = observerState({ counted: 1, from: -2, since: null, isForced: 'yes' });
  expect(read).toEqual({ ...observerState(), counted: 1 });
});
