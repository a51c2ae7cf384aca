import { describe, expect, it } from 'vitest';
import { foundIn } from '#src/format/event-source.ts';
import { loggedEvents } from '#src/format/session.ts';
import { parseChronicle } from '#src/format/parse.ts';
import { withFound } from '#src/transcript/with-found.ts';
import { aFound, someFacts } from '#tests/support/some-facts.ts';

function aChronicle(events: string) {
  const front =
    'session_id: one\ndate: 2026-03-24\nbranch: main\ntask: ""\nstarted: 2026-03-24T13:00:00Z\nutc_offset: +01:00';
  return parseChronicle(`---\n${front}\n---\n\n## Events\n\n${events}`).chronicle ?? expect.unreachable();
}

const LOGGED = '- 14:00 [DECISION] Keep one list\n- 15:32 [PIVOT] Two lists\n';
const texts = (events: readonly { time: string | null; text: string }[] = []) =>
  events.map(({ time, text }) => `${time} ${text}`);

describe('withFound', () => {
  it('puts the shown ones between the logged ones, in local time, and the others behind', () => {
    const dull = aFound({ id: 'f-bbbbbb', text: 'Dull', shown: false });
    const found = [aFound(), dull, aFound({ id: 'f-c', hidden: true })];
    const chronicle = withFound(aChronicle(LOGGED), someFacts({ found, head: { logged: 2 } }));
    expect(texts(chronicle.events)).toEqual(['14:00 Keep one list', '15:30 The list was empty', '15:32 Two lists']);
    expect(texts(chronicle.more)).toEqual(['15:30 Dull']);
    expect(texts(loggedEvents(chronicle))).toEqual(['14:00 Keep one list', '15:32 Two lists']);
    expect(chronicle.events[1]).toMatchObject({
      id: 'f-1a2b3c',
      found: { from: 'commit', reference: 'a1b2c3d', record: 'c0de', place: { file: 'a.jsonl', line: 12 } },
    });
  });

  it('gives the same object for the same chronicle and facts, and the chronicle itself without found events', () => {
    const [chronicle, facts] = [aChronicle(LOGGED), someFacts({ found: [aFound()] })];
    expect(withFound(chronicle, facts)).toBe(withFound(chronicle, facts));
    expect(withFound(chronicle, null)).toBe(chronicle);
    expect(withFound(chronicle, someFacts())).toBe(chronicle);
  });

  it('leaves out what a logged event says or names', () => {
    const [{ id = '' } = {}] = aChronicle(LOGGED).events;
    const facts = someFacts({ found: [aFound({ logged: id })], head: { logged: 2 } });
    expect(withFound(aChronicle(LOGGED), facts).events).toHaveLength(2);
    // The event that it was evidence of is gone.
    expect(withFound(aChronicle(LOGGED.slice(LOGGED.indexOf('- 15'))), facts).events).toHaveLength(2);
    const named = aChronicle('- 15:30 [ERROR] In my words\n  evidence: c0de\n');
    expect(texts(withFound(named, someFacts({ found: [aFound()] })).events)).toEqual(['15:30 In my words']);
  });

  it('compares events that were logged after the facts were written', () => {
    const found = [aFound({ text: 'The retry test shares one global clock' })];
    const facts = someFacts({ found, head: { logged: 0 } });
    const later = aChronicle('- 15:35 [ERROR] The retry test failed, since both share one global clock\n');
    expect(withFound(later, facts).events).toHaveLength(1);
  });

  it('reads what version 0.1 wrote into the chronicle as found, with its ids', () => {
    const old = aChronicle(
      '- 14:00 [ERROR] Guessed\n  candidate: r-1\n  transcript: a.jsonl:7\n- 14:10 [DECISION] Stated\n  recorded: r-2 commit a1b2c3d\n- 14:20 [BLOCKED] Dull\n  candidate: r-3\n',
    );
    const chronicle = withFound(old, null);
    expect(texts(chronicle.events)).toEqual(['14:00 Guessed', '14:10 Stated']);
    expect(texts(chronicle.more)).toEqual(['14:20 Dull']);
    expect(chronicle.events.map(({ id }) => id)).toEqual(old.events.slice(0, 2).map(({ id }) => id));
    expect(chronicle.events.map((event) => foundIn(event)?.place)).toEqual([{ file: 'a.jsonl', line: 7 }, null]);
    expect(loggedEvents(chronicle)).toEqual([]);
    // The same record in the facts is the same event.
    const facts = someFacts({ found: [aFound({ record: 'r-1' })] });
    expect(withFound(old, facts).events).toHaveLength(2);
  });
});
