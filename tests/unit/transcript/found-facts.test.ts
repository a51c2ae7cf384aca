import { describe, expect, it } from 'vitest';
import { type SourceKind, sourceOf } from '#src/format/event-source.ts';
import {
  bestRecords,
  chooseShown,
  type FoundEvent,
  foundFacts,
  salienceOf,
  shownCount,
} from '#src/transcript/found.ts';
import { sha1 } from '../import/transcript.ts';

const writing = { safe: (words: string) => words.replace('s3cret', '[token]'), sha1, prompts: 1 };

describe('foundFacts', () => {
  it('writes an event on one line, without secrets, with its place and its source', () => {
    const source = { from: 'commit', reference: 'a1b2c3d' } as const;
    const [found] = foundFacts([anEvent({ text: 'Keep\nthe s3cret out', source })], writing);
    expect(found).toEqual({
      ...{
        id: expect.stringMatching(/^f-[0-9a-f]{6}$/),
        tag: 'DECISION',
        text: 'Keep the [token] out',
        details: 'why',
      },
      ...{ at: '2026-03-24T14:00:00.000Z', record: 'r1', file: 'a.jsonl', line: 12 },
      ...{ from: 'commit a1b2c3d', salience: 3.1, shown: true },
    });
  });

  it('gives the same ids at every reading, and different ones to repeats', () => {
    const twice = foundFacts([anEvent(), anEvent()], writing);
    expect(twice.map(({ id }) => id)).toEqual(foundFacts([anEvent(), anEvent()], writing).map(({ id }) => id));
    expect(twice[1]?.id).toBe(`${twice[0]?.id}-2`);
  });

  it('leaves out an event without a text, a possible time, or the plain name of a transcript', () => {
    const place = { id: 'r1', at: Date.parse('2026-03-24T14:00:00Z'), file: 'a.jsonl', line: 1 };
    const events = [
      anEvent({ text: ' \u0000 ' }),
      anEvent({ origin: { ...place, at: Number.NaN } }),
      anEvent({ origin: { ...place, at: 9e15 } }),
      anEvent({ origin: { ...place, file: '../../etc/passwd' } }),
    ];
    expect(foundFacts(events, writing)).toEqual([]);
  });

  it('shows the best, and never more than the prompts allow', () => {
    const many = Array.from({ length: 40 }, (_, i) => anEvent({ text: `Choice ${i}`, salience: i / 10 }));
    const shown = foundFacts(many, { ...writing, prompts: 8 }).filter((event) => event.shown);
    expect(shown.map(({ text }) => text)).toEqual([33, 34, 35, 36, 37, 38, 39].map((i) => `Choice ${i}`));
  });
});

describe('chooseShown', () => {
  it('shows five, one more for every four prompts, at most fifteen', () => {
    expect([0, 3, 4, 40, 400].map(shownCount)).toEqual([5, 5, 6, 15, 15]);
  });

  it('shows nothing that says little', () => {
    expect(chooseShown([{ salience: 0.9 }, { salience: 1 }], 1)).toEqual(new Set([{ salience: 1 }]));
  });
});

describe('salienceOf', () => {
  const said = (given: Partial<FoundEvent>) =>
    salienceOf({ ...anEvent({ details: [], text: 'The totals of the cart are added up on the server' }), ...given });

  it.each<[number, FoundEvent['tag'], SourceKind?]>([
    [4, 'ERROR', 'commit'],
    [3.4, 'DECISION', 'commit'],
    [3, 'USER-CORRECTION'],
    [2.8, 'ERROR', 'cause'],
    [2.2, 'DECISION', 'dialog'],
    [2, 'ERROR'],
    [1.2, 'PIVOT'],
    [1, 'INSIGHT'],
    [0.5, 'BLOCKED'],
  ])('is %s for the tag %s from %s', (salience, tag, from) => {
    expect(said({ tag, source: from ? { from, reference: '' } : null })).toBe(salience);
  });

  it.each([
    ['gives a reason', { text: 'The totals are wrong because they are added up twice' }, 1.5],
    ['says more', { details: ['The server has all prices.'] }, 1.3],
    ['is the item of a list', { text: '- The totals of the cart are added up on the server' }, 0],
    ['is short', { text: 'The totals are stale' }, 0.4],
    ['was cut', { text: 'The totals of the cart are added up on the server and then they…' }, 0.7],
    ['has an own value', { salience: 4 }, 4],
  ])('is another for an event that %s', (_, given, salience) => {
    expect(said({ tag: 'INSIGHT', ...given })).toBe(salience);
  });
});

describe('bestRecords', () => {
  it('names each record once, the most salient first', () => {
    const at = (id: string, salience: number) => anEvent({ salience, origin: { ...anEvent().origin, id } });
    expect(bestRecords([at('a', 1), at('b', 3), at('a', 2)])).toEqual(['b', 'a']);
  });
});

describe('sourceOf', () => {
  it('takes a source apart, and counts an unknown one as prose', () => {
    expect(sourceOf('commit a1b2c3d')).toEqual({ from: 'commit', reference: 'a1b2c3d' });
    expect(sourceOf('commit <b>')).toEqual({ from: 'commit', reference: '' });
    expect(sourceOf('toString')).toEqual({ from: 'prose', reference: '' });
  });
});

function anEvent(given: Partial<FoundEvent> = {}): FoundEvent {
  return {
    tag: 'DECISION',
    text: 'Keep the query of the login redirect',
    details: ['why'],
    origin: { id: 'r1', at: Date.parse('2026-03-24T14:00:00Z'), file: 'a.jsonl', line: 12 },
    source: null,
    ...given,
  };
}
