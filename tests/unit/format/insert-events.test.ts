import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { eventId } from '#src/format/event-id.ts';
import { type InsertedEvent, insertEvents } from '#src/format/insert-events.ts';
import { parseChronicle } from '#src/format/parse.ts';
import type { Tag } from '#src/format/tags.ts';
import { anyFile, dayAndTime, fileWith, writtenEvent } from './generated.ts';
import { anyFileOrBytes, asLatin1, fromLatin1, oddFiles } from './odd-files.ts';

const body = (events: string, rest = '') => fileWith(`\n## Events\n\n${events}\n## Summary\n${rest}`);

/** An event that the transcript shows. */
function found(time: string, text: string, date = '2026-03-24', record = `r-${text}`): InsertedEvent {
  return { tag: 'ERROR', text, details: `recorded: ${record} cause`, date, time, record };
}

/** How it is written. */
function line(prefix: string, text: string): string {
  return `- ${prefix} [ERROR] ${text}\n  recorded: r-${text} cause\n`;
}

describe('insertEvents', () => {
  it('puts each event after the last one that is not later', () => {
    const file = body('- 14:00 [DECISION] One\n  why\n- 14:30 [PIVOT] Two\n');
    const events = [found('14:40', 'd'), found('14:00', 'b'), found('13:59', 'a'), found('14:29', 'c')];
    const { text, inserted } = insertEvents(file, events);
    expect(text).toBe(
      body(
        `${line('13:59', 'a')}- 14:00 [DECISION] One\n  why\n${line('14:00', 'b')}${line('14:29', 'c')}- 14:30 [PIVOT] Two\n${line('14:40', 'd')}`,
      ),
    );
    expect(inserted.map((event) => event.text)).toEqual(['a', 'b', 'c', 'd']);
  });

  it('keeps events without a time next to the one before them', () => {
    const file = body('- [INSIGHT] Zero\n- 14:00 [DECISION] One\n- [ERROR] Then\n- 15:00 [PIVOT] Two\n');
    expect(insertEvents(file, [found('14:10', 'a'), found('10:00', 'b')]).text).toBe(
      body(
        `- [INSIGHT] Zero\n${line('10:00', 'b')}- 14:00 [DECISION] One\n- [ERROR] Then\n${line('14:10', 'a')}- 15:00 [PIVOT] Two\n`,
      ),
    );
  });

  it('writes the day where the time alone would be read as another one', () => {
    const file = body('- 23:50 [DECISION] One\n- 00:10 [PIVOT] Two\n- 2026-03-27 09:00 [ERROR] Three\n');
    const events = [
      found('23:55', 'a'),
      found('00:05', 'b', '2026-03-25'),
      found('12:00', 'c', '2026-03-26'),
      found('12:00', 'd', '2026-03-28'),
    ];
    expect(insertEvents(file, events).text).toBe(
      body(
        `- 23:50 [DECISION] One\n${line('23:55', 'a')}${line('2026-03-25 00:05', 'b')}- 00:10 [PIVOT] Two\n` +
          `${line('2026-03-26 12:00', 'c')}- 2026-03-27 09:00 [ERROR] Three\n${line('2026-03-28 12:00', 'd')}`,
      ),
    );
  });

  it('moves an event to a later place where it does not change the day of another one', () => {
    // The session began before its chronicle.
    const file = body('- 10:00 [DECISION] One\n- 10:30 [PIVOT] Two\n');
    expect(insertEvents(file, [found('15:00', 'a', '2026-03-23')]).text).toBe(
      body(`${line('2026-03-23 15:00', 'a')}- 10:00 [DECISION] One\n- 10:30 [PIVOT] Two\n`),
    );
    expect(insertEvents(file, [found('09:00', 'a', '2026-03-23')]).text).toBe(
      body(`- 10:00 [DECISION] One\n- 10:30 [PIVOT] Two\n${line('2026-03-23 09:00', 'a')}`),
    );
  });

  it.each([
    ['no event', fileWith('\n## Events\n\n## Summary\n'), body(line('14:00', 'a'))],
    ['nothing but front matter', fileWith(''), `${fileWith('')}\n## Events\n\n${line('14:00', 'a')}`],
    ['no heading', fileWith('- 15:00 [ERROR] One\n'), fileWith(`${line('14:00', 'a')}- 15:00 [ERROR] One\n`)],
    [
      'no final newline',
      fileWith('## Events\n\n- 13:00 [ERROR] One'),
      fileWith(`## Events\n\n- 13:00 [ERROR] One\n${line('14:00', 'a')}`),
    ],
    [
      'events after the summary',
      body('', '\nText.\n\n- 13:00 [ERROR] One\n- 15:00 [ERROR] Two\n'),
      body('', `\nText.\n\n- 13:00 [ERROR] One\n${line('14:00', 'a')}- 15:00 [ERROR] Two\n`),
    ],
    [
      'a first event after the summary',
      fileWith('\n## Events\n\n## Summary\n\n- 15:00 [ERROR] One\n'),
      body(line('14:00', 'a'), '\n- 15:00 [ERROR] One\n'),
    ],
    [
      'text that continues an event',
      body('- 13:00 [ERROR] One\ncontinued\n\nApart.\n'),
      body(`- 13:00 [ERROR] One\ncontinued\n${line('14:00', 'a')}\nApart.\n`),
    ],
  ])('finds the place in a file with %s', (_, before, after) => {
    expect(insertEvents(before, [found('14:00', 'a')]).text).toBe(after);
    const crlf = (text: string) => text.replaceAll('\n', '\r\n');
    expect(insertEvents(crlf(before), [found('14:00', 'a')]).text).toBe(crlf(after));
    expect(insertEvents(`\ufeff${before}`, [found('14:00', 'a')]).text).toBe(`\ufeff${after}`);
  });

  it.each(['recorded: r-a cause', 'recorded: r-a commit a1b2c3d', 'candidate: r-a', 'evidence: r-a'])(
    'does not insert a record that the file names as "%s"',
    (detail) => {
      const file = body(`- 14:00 [INSIGHT] Reworded by a person\n  ${detail}\n`);
      expect(insertEvents(file, [found('14:00', 'a')])).toEqual({ text: file, inserted: [] });
    },
  );

  it('leaves out an event that would change the id of a later one', () => {
    const file = body('- 14:00 [ERROR] Größe\n');
    const idOf = (tag: Tag, first: string) => eventId(tag, fromLatin1(first));
    const event = (time: string) => ({ ...found(time, 'a'), text: asLatin1('Größe'.normalize('NFD')) });
    expect(insertEvents(asLatin1(file), [event('13:00')], { idOf }).inserted).toEqual([]);
    expect(insertEvents(asLatin1(file), [event('15:00')], { idOf }).inserted).toHaveLength(1);
  });

  it('updates the counts of a machine summary and nothing else of it', () => {
    const file = body('- 14:00 [DECISION] One\n', '\nAuto-generated: 1 event (1 decision)\n');
    const kept = (time: string, text: string) => ({ ...found(time, text), details: 'evidence: r-9' });
    expect(insertEvents(file, [kept('14:10', 'a')]).text).toContain(
      '\nAuto-generated: 2 events (1 decision, 1 error)\n',
    );
    const old = 'Auto-generated: no unconfirmed events from 4 prompts of the transcript. Began with: fix it\n';
    expect(insertEvents(body('', `\n${old}`), [kept('14:10', 'a')]).text).toContain(
      'Auto-generated: 1 event (1 error) from 4 prompts of the transcript. Began with: fix it\n',
    );
  });

  it('returns a text without front matter, or one that would get too large, unchanged', () => {
    expect(insertEvents('## Events\n', [found('14:00', 'a')])).toEqual({ text: '## Events\n', inserted: [] });
    const large = body(`- 13:00 [ERROR] One\n  ${'x'.repeat(16 * 1024 * 1024 - 250)}\n`);
    expect(insertEvents(large, [found('14:00', 'a'.repeat(400))]).inserted).toEqual([]);
  });

  it('inserts many events into a large file', () => {
    const events = Array.from({ length: 20_000 }, (_, i) => `- 2026-03-${10 + (i % 20)} 10:00 [ERROR] ${i}\n`);
    const many = Array.from({ length: 2000 }, (_, i) => found('11:00', String(i), `2026-03-${10 + (i % 20)}`));
    expect(insertEvents(body(events.join('')), many).inserted).toHaveLength(2000);
  });
});

describe('insertEvents on any file', () => {
  const events = fc
    .array(fc.tuple(writtenEvent, dayAndTime, fc.constantFrom('candidate: ', 'recorded: ')), { maxLength: 6 })
    .map((list) =>
      list.map(([event, moment, word], i): InsertedEvent => {
        const record = `record-${i}`;
        return { ...event, ...moment, details: `${word}${record}${word === 'recorded: ' ? ' cause' : ''}`, record };
      }),
    );
  const eventsOf = (text: string) => parseChronicle(text).chronicle?.events ?? [];
  const isRead = (text: string) => parseChronicle(text).chronicle !== null;
  const isNew = ({ details }: { details: string }) => /^(?:candidate|recorded): record-\d/m.test(details);
  const kept = ({ line: _, ...event }: ReturnType<typeof eventsOf>[number]) => event;

  it('the events before keep their lines, ids, days and order', () => {
    fc.assert(
      fc.property(anyFile, events, (file, list) => {
        const after = insertEvents(file, list).text;
        const before = eventsOf(file);
        expect(
          eventsOf(after)
            .filter((event) => !isNew(event))
            .map(kept),
        ).toEqual(before.map(kept));
      }),
      { numRuns: 2000 },
    );
  });

  it('the inserted events are read as meant, in order of time', () => {
    fc.assert(
      fc.property(anyFile, events, (file, list) => {
        fc.pre(isRead(file));
        const { text, inserted } = insertEvents(file, list);
        const read = eventsOf(text).filter(isNew);
        const plain = ({
          tag,
          text: first,
          details,
          date,
          time,
        }: Omit<InsertedEvent, 'record' | 'time'> & { time: string | null }) =>
          [tag, first, details, date, time].join('\n');
        expect(read.map(plain)).toEqual(inserted.map(plain));
        const moments = read.map(({ date, time }) => `${date} ${time}`);
        expect(moments).toEqual(moments.toSorted());
      }),
      { numRuns: 1000 },
    );
  });

  it('everything else in the file is read as before', () => {
    fc.assert(
      fc.property(anyFile, events, (file, list) => {
        const [before, after] = [file, insertEvents(file, list).text].map((text) => parseChronicle(text).chronicle);
        expect(after?.strays.map(({ text }) => text)).toEqual(before?.strays.map(({ text }) => text));
        expect(after?.frontMatter).toEqual(before?.frontMatter);
        const counts = (lead = '') => lead.replace(/^Auto-generated: .*/, '');
        expect(counts(after?.summary.lead)).toEqual(counts(before?.summary.lead));
        expect(after?.summary.narrative).toEqual(before?.summary.narrative);
      }),
      { numRuns: 1000 },
    );
  });

  it('a second time changes nothing', () => {
    fc.assert(
      fc.property(anyFile, events, (file, list) => {
        const { text, inserted } = insertEvents(file, list);
        expect(insertEvents(text, inserted)).toEqual({ text, inserted: [] });
      }),
      { numRuns: 500 },
    );
  });

  it('in two parts gives the same events as at once', () => {
    fc.assert(
      fc.property(
        fc.constant(body('- 14:00 [DECISION] One\n- 09:00 [PIVOT] Two\n')),
        events,
        fc.nat(),
        (file, list, n) => {
          // Of events with the same words, one before another is left out.
          fc.pre(new Set(list.map(({ tag, text }) => `${tag} ${text}`)).size === list.length);
          const cut = list.length === 0 ? 0 : n % list.length;
          const parts = insertEvents(insertEvents(file, list.slice(cut)).text, list.slice(0, cut)).text;
          const sorted = (text: string) =>
            eventsOf(text)
              .map(({ tag, text: first, date, time }) => [date, time, tag, first].join('\n'))
              .sort();
          const [once, twice] = [insertEvents(file, list).text, parts].map(sorted);
          expect(new Set(twice)).toEqual(new Set(once));
        },
      ),
      { numRuns: 300 },
    );
  });

  it('every byte is kept, apart from what is inserted and the counts', () => {
    fc.assert(
      fc.property(anyFileOrBytes, events, (file, list) => {
        const latin1 = list.map((event) => ({ ...event, text: asLatin1(event.text) }));
        const { text } = insertEvents(file, latin1);
        const isCount = /^Auto-generated: .*/gm;
        expect(isSubsequence(file.replace(isCount, ''), text.replace(isCount, ''))).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it.each(oddFiles)('keeps the events of %s', (_, bytes) => {
    const idOf = (tag: Tag, first: string) => eventId(tag, fromLatin1(first));
    const { text } = insertEvents(bytes, [found('00:00', 'a'), found('23:59', 'b', '2027-01-01')], { idOf });
    const before = eventsOf(fromLatin1(bytes)).map(kept);
    expect(
      eventsOf(fromLatin1(text))
        .filter(({ details }) => !/^recorded: r-[ab] /.test(details))
        .map(kept),
    ).toEqual(before);
  });
});

function isSubsequence(part: string, whole: string): boolean {
  let at = 0;
  for (const character of whole) if (character === part[at]) at++;
  return at >= part.length;
}
