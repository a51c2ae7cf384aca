import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SourceKind } from '#src/format/event-source.ts';
import type { FoundEvent } from '#src/transcript/found.ts';
import { distinctEvents } from '#src/transcript/found-events.ts';

const MINUTE = 60_000;

function found(
  text: string,
  more: Partial<FoundEvent> & { at?: number; by?: SourceKind; hash?: string } = {},
): FoundEvent {
  const { at = 0, by, hash = '', ...rest } = more;
  const origin = { id: `record-${text.length}-${at}`, at, file: 's.jsonl', line: 1 };
  return { tag: 'ERROR', text, details: [], origin, source: by ? { from: by, reference: hash } : null, ...rest };
}

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
  const words = ['clock', 'retry', 'parser', 'cookie', 'proxy', 'token', 'cache', 'queue', 'shard', 'index'];
  const kind = fc.constantFrom<SourceKind>('commit', 'plan', 'dialog', 'cause', 'correction');
  const event = fc
    .record({
      words: fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 8 }),
      at: fc.integer({ min: 0, max: 100 * MINUTE }),
      by: fc.option(kind, { nil: undefined }),
    })
    .map(({ words: said, at, by }) => found(said.join(' '), { at, ...(by ? { by } : {}) }));
  fc.assert(
    fc.property(fc.array(event, { maxLength: 12 }), (events) => {
      const once = distinctEvents(events);
      expect(once).toEqual(events.filter((each) => once.includes(each)));
      expect(distinctEvents(once)).toEqual(once);
      expect(once.length).toBeGreaterThanOrEqual(events.length === 0 ? 0 : 1);
    }),
  );
});
