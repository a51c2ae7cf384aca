import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Statement } from '#src/chronicle/recorded.ts';
import type { Tag } from '#src/chronicle/tags.ts';
import type { FoundEvent } from '#src/import/found-event.ts';
import { distinctEvents, mergeWithLogged } from '#src/transcript/merge.ts';

const MINUTE = 60_000;

function found(
  text: string,
  more: Partial<FoundEvent> & { at?: number; by?: Statement; hash?: string } = {},
): FoundEvent {
  const { at = 0, by, hash = '', ...rest } = more;
  const origin = { id: `record-${text.length}-${at}`, at, file: 's.jsonl', line: 1 };
  return { tag: 'ERROR', text, details: [], origin, recorded: by ? { statement: by, reference: hash } : null, ...rest };
}

function logged(text: string, at = 0, tag: Tag = 'ERROR') {
  return { id: 'e-1a2b3c', tag, text, details: '', at };
}

describe('a found event that is logged already', () => {
  const commit = found('Retry test shares one global clock', { by: 'commit', hash: 'a1b2c3d' });

  it('is evidence of the logged one', () => {
    const known = logged('The retry test failed because both tests share a global clock', 20 * MINUTE);
    expect(mergeWithLogged([commit], [known])).toEqual({
      events: [],
      evidence: [{ event: 'e-1a2b3c', source: 'commit a1b2c3d', record: commit.origin.id }],
    });
  });

  it('is evidence of one in the same words for hours, if it is a commit', () => {
    const known = logged('Retry test shares one global clock', 90 * MINUTE);
    expect(mergeWithLogged([commit], [known]).evidence).toHaveLength(1);
    const cause = found('Retry test shares one global clock', { by: 'cause' });
    expect(mergeWithLogged([cause], [known]).evidence).toEqual([]);
  });

  it('names its statement without a hash', () => {
    const plan = found('Move carts to Redis with a client pool', { by: 'plan', tag: 'DECISION' });
    expect(mergeWithLogged([plan], [logged('Move the carts to Redis, with a pool of clients')]).evidence).toEqual([
      expect.objectContaining({ source: 'plan' }),
    ]);
  });

  it.each([
    [
      'logged more than half an hour away',
      logged('The retry test failed because both tests share a global clock', 31 * MINUTE),
    ],
    ['logged in the same words on another day', logged('Retry test shares one global clock', 1500 * MINUTE)],
    ['about something else', logged('The parser drops the last line of a file')],
    ['one common word', logged('The clock of the header shows the wrong zone')],
  ])('is a second event if it is %s', (_, known) => {
    expect(mergeWithLogged([commit], [known])).toEqual({ events: [commit], evidence: [] });
  });

  describe('in a line of the body of a commit', () => {
    const body = ['From seconds to minutes in the same sixteen bits.', 'Nest 3 had been silent for two days.'];
    const count = found('Count the age of a reading', { by: 'commit', tag: 'DECISION', details: body });

    it.each([
      ['the change', logged('From seconds to minutes in the same `sixteen` bits', 0, 'PIVOT'), 0],
      ['a reason that is an event of its own', logged('Nest 3 had been silent for two days', 0, 'INSIGHT'), 1],
      ['a few words', logged('In the same', 0, 'DECISION'), 1],
      ['something else', logged('From nights to weeks in the same chart', 0, 'DECISION'), 1],
    ])('is evidence of %s, or another event', (_, known, events) => {
      expect(mergeWithLogged([count], [known]).events).toHaveLength(events);
    });
  });

  it('is left out if it is unconfirmed', () => {
    const guess = found('Retry test shares one global clock');
    expect(mergeWithLogged([guess], [logged('Retry test shares one global clock')])).toEqual({
      events: [],
      evidence: [],
    });
  });
});

describe('found events that say the same', () => {
  const cause = found('The retry test shares one global clock with its neighbour', { by: 'cause' });
  const commit = found('Retry test shared one global clock', { by: 'commit', at: MINUTE });
  const guess = found('go test failed 3 times: the retry test shares one global clock');

  it('are one: the recorded one, and of two the commit', () => {
    expect(distinctEvents([guess, cause, commit])).toEqual([commit]);
    expect(distinctEvents([guess, cause])).toEqual([cause]);
  });

  it('are two if one is a correction by the user', () => {
    const correction = found('No, the retry test shares one global clock', { tag: 'USER-CORRECTION' });
    expect(distinctEvents([correction, cause])).toEqual([correction, cause]);
  });

  it('are two far apart', () => {
    const later = found(cause.text, { by: 'cause', at: 60 * MINUTE });
    expect(distinctEvents([cause, later])).toEqual([cause, later]);
  });
});

it('keeps the order, loses nothing that differs, and is the same when run again', () => {
  const word = fc.constantFrom(
    'clock',
    'retry',
    'parser',
    'cookie',
    'proxy',
    'token',
    'cache',
    'queue',
    'shard',
    'index',
  );
  const event = fc
    .record({
      words: fc.array(word, { minLength: 1, maxLength: 8 }),
      at: fc.integer({ min: 0, max: 100 * MINUTE }),
      by: fc.option(fc.constantFrom<Statement>('commit', 'plan', 'question', 'cause', 'correction'), {
        nil: undefined,
      }),
    })
    .map(({ words, at, by }) => found(words.join(' '), { at, ...(by ? { by } : {}) }));
  fc.assert(
    fc.property(fc.array(event, { maxLength: 12 }), (events) => {
      const once = distinctEvents(events);
      expect(once).toEqual(events.filter((each) => once.includes(each)));
      expect(distinctEvents(once)).toEqual(once);
      expect(once.length).toBeGreaterThanOrEqual(events.length === 0 ? 0 : 1);
      expect(mergeWithLogged(once, [])).toEqual({ events: once, evidence: [] });
    }),
  );
});
