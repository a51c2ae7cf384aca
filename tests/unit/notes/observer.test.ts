import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  afterAsking,
  afterCompacting,
  afterObserving,
  askReason,
  beforeCompacting,
  newTokens,
  withMessage,
} from '#src/notes/observer.ts';
import {
  newObserverState,
  type ObserverState,
  readObserverState,
  writeObserverState,
} from '#src/record/observer-state.ts';

const RULES = { observationThreshold: 100, contextThresholdPct: 60 };
const NOW = new Date('2026-11-23T10:00:00Z');
const state = (fields: Partial<ObserverState> = {}): ObserverState => ({ ...newObserverState(), ...fields });

describe('askReason', () => {
  it.each<[string, Partial<ObserverState>, boolean, ReturnType<typeof askReason>]>([
    ['nothing new', {}, true, null],
    ['less than the threshold', { characters: 396 }, true, null],
    ['the threshold', { characters: 397 }, true, 'text'],
    ['the threshold, without a transcript', { characters: 400 }, false, 'text'],
    ['a compaction', { isForced: true }, true, 'compaction'],
    ['a compaction, without a transcript', { isForced: true }, false, null],
    ['a window that is 59 % full', { context: 119_999, largest: 119_999, characters: 4 }, true, null],
    ['a window that is 60 % full', { context: 120_000, largest: 120_000, characters: 4 }, true, 'context'],
    ['a full window and nothing new', { context: 150_000, largest: 150_000 }, true, null],
    [
      'a full window, asked before',
      { context: 150_000, largest: 150_000, characters: 4, isFullAsked: true },
      true,
      null,
    ],
    ['a large window that is 30 % full', { context: 300_000, largest: 300_000, characters: 4 }, true, null],
    ['a large window, after a compaction', { context: 150_000, largest: 300_000, characters: 4 }, true, null],
    ['a large window that is 60 % full', { context: 600_000, largest: 600_000, characters: 4 }, true, 'context'],
  ])('of %s', (_, fields, hasTranscript, reason) => {
    expect(askReason(state(fields), RULES, hasTranscript)).toBe(reason);
  });

  it('is null after asking and after observing, whatever came before', () => {
    const any = fc.record({
      characters: fc.nat(10_000),
      context: fc.nat(900_000),
      isForced: fc.boolean(),
      isWarned: fc.boolean(),
      isFullAsked: fc.boolean(),
    });
    fc.assert(
      fc.property(any, fc.nat(), (fields, from) => {
        const before = state({ ...fields, largest: fields.context });
        expect(askReason(afterAsking(before, RULES, from, NOW), RULES, true)).toBeNull();
        expect(askReason(afterObserving(before, from, NOW), RULES, true)).toBeNull();
      }),
    );
  });
});

describe('compactions', () => {
  it('count once if they are announced again and again', () => {
    const warned = beforeCompacting(state());
    expect(askReason(warned, RULES, true)).toBe('compaction');
    const asked = afterAsking(warned, RULES, 10, NOW);
    expect(beforeCompacting(asked)).toBe(asked);
    expect(askReason(afterCompacting(asked), RULES, true)).toBe('compaction');
    expect(askReason(beforeCompacting(afterAsking(afterCompacting(asked), RULES, 10, NOW)), RULES, true)).toBe(
      'compaction',
    );
  });
});

describe('withMessage', () => {
  it('counts a message that was not read, once', () => {
    const counted = withMessage(state(), 'x'.repeat(400), null);
    expect(newTokens(counted)).toBe(100);
    expect(counted.ahead).toBe(400);
    expect(withMessage(counted, 'x'.repeat(400), null)).toBe(counted);
  });

  it('does not count a message that was just read, nor a missing one', () => {
    expect(withMessage(state(), 'Done.\n', 'Done.').characters).toBe(0);
    expect(withMessage(state(), 'Two parts. Done.', 'Done.').characters).toBe(0);
    const before = state();
    expect(withMessage(before, undefined, null)).toBe(before);
    expect(withMessage(before, '', null)).toBe(before);
  });
});

describe('readObserverState', () => {
  it('reads what was written', () => {
    const full = state({
      transcript: '/x.jsonl',
      since: 5,
      events: ['Edit a.ts'],
      openCalls: [['t', 'make']],
      prompts: null,
    });
    expect(readObserverState(writeObserverState(full))).toEqual(full);
  });

  it.each([
    '',
    '{',
    'null',
    '[]',
    '7',
    '{}',
    '{"counted":-1,"from":0}',
    '{"counted":1.5,"from":0}',
    '{"counted":"1","from":0}',
  ])('is null for %s', (text) => {
    expect(readObserverState(text)).toBeNull();
  });

  it('drops what has another form, and bounds the lists', () => {
    const events = Array.from({ length: 50 }, (_, n) => `Edit ${n}.ts`);
    const text = JSON.stringify({
      counted: 1,
      from: 2,
      prompts: 'x',
      events: [...events, 7],
      openCalls: [['a'], ['b', 'c'], 'd'],
    });
    const read = readObserverState(text);
    expect(read).toMatchObject({ counted: 1, from: 2, prompts: null, openCalls: [['b', 'c']] });
    expect(read?.events).toEqual(events.slice(-20));
  });
});
