import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { insertEvent, lastClock } from '#src/format/edit.ts';
import { timePrefix } from '#src/format/event.ts';
import { formatEvent } from '#src/format/serialize.ts';
import { parseChronicle } from '#src/format/parse.ts';
import { scan } from '#src/format/scan.ts';
import { anyFile, dayAndTime, fileWith, writtenEvent } from './generated.ts';
import { asLatin1, fromLatin1, oddFiles, withoutPlace } from './odd-files.ts';

const ONE = '- [ERROR] One\n';
const TWO = '- [ERROR] Two\n';

describe('insertEvent', () => {
  it.each([
    ['nothing but front matter', '', `\n## Events\n\n${TWO}`],
    ['a heading alone', '## Events', `## Events\n\n${TWO}`],
    ['no event yet', '## Events\n\n## Summary\n', `## Events\n\n${TWO}\n## Summary\n`],
    ['headings without blank lines', '## Events\n## Summary\n', `## Events\n\n${TWO}\n## Summary\n`],
    ['no final newline', '## Events\n\n- [ERROR] One', `## Events\n\n${ONE}${TWO}`],
    ['no heading', `\n${ONE}\n## Summary\n`, `\n${ONE}\n## Events\n\n${TWO}\n## Summary\n`],
    ['another heading', `## Events\n\n${ONE}\n## Notes\n`, `## Events\n\n${ONE}${TWO}\n## Notes\n`],
    ['one after the summary', `## Events\n\n## Summary\n\n${ONE}`, `## Events\n\n${TWO}\n## Summary\n\n${ONE}`],
    ['blank lines at the end', `## Events\n\n${ONE}\n\n\n`, `## Events\n\n${ONE}${TWO}\n\n\n`],
    ['CRLF', '## Events\r\n\r\n', '## Events\r\n\r\n- [ERROR] Two\r\n\r\n'],
  ])('finds the right place in a file with %s', (what, before, after) => {
    const front = what === 'CRLF' ? fileWith('').replaceAll('\n', '\r\n') : fileWith('');
    expect(insertEvent(front + before, ['- [ERROR] Two'])).toBe(front + after);
  });

  it('can be read back as written, with its time and next to all other events', () => {
    fc.assert(
      fc.property(anyFile, writtenEvent, dayAndTime, fc.uuid(), (file, { tag, details, ...event }, now, mark) => {
        const before = parseChronicle(file).chronicle;
        fc.pre(before !== null);
        const text = `${mark} ${event.text}`.trim();
        const edited = insertEvent(file, formatEvent({ tag, text, details, prefix: timePrefix(lastClock(file), now) }));
        const after = parseChronicle(edited).chronicle;
        const index = after?.events.findIndex((found) => found.text === text) ?? -1;
        const found = after?.events[index];
        expect(found).toMatchObject({ tag, text, details, ...now });
        expect(after?.events.toSpliced(index, 1).map(withoutPlace)).toEqual(before?.events.map(withoutPlace));
        expect(after?.summary).toEqual(before?.summary);
        expect(after?.strays.map((stray) => stray.text)).toEqual(before?.strays.map((stray) => stray.text));
        if (found) expect(nothingFollows(edited, found.line)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it.each(oddFiles)('is read again in %s', (_, bytes) => {
    const before = parseChronicle(fromLatin1(bytes)).chronicle;
    const details = '```\n## Summary\n- [ERROR] x\n```';
    const lines = formatEvent({ tag: 'PIVOT', text: 'Größe', details, prefix: null });
    const edited = fromLatin1(insertEvent(bytes, lines.map(asLatin1)));
    const after = parseChronicle(edited).chronicle;
    expect(after === null).toBe(before === null);
    if (!before) return;
    expect(after?.events).toHaveLength(before.events.length + 1);
    expect(after?.events.find(({ text }) => text === 'Größe')?.details).toBe(details);
  });
});

describe('lastClock', () => {
  it.each([
    ['the file', '## Events\n', '24', null],
    ['the last event', '## Events\n\n- 14:00 [ERROR] a\n- [ERROR] b\n', '24', '14:00'],
    ['it under its heading', '## Events\n\n- 14:00 [ERROR] a\n\n## Summary\n\n- 15:00 [ERROR] b\n', '24', '14:00'],
    ['the last event after midnight', '## Events\n\n- 14:00 [ERROR] a\n- 13:00 [ERROR] b\n', '25', '13:00'],
    ['the last event without a heading', '- 14:00 [ERROR] a\n', '24', '14:00'],
  ])('is right for %s', (_, body, day, time) => {
    const clock = { date: `2026-03-${day}`, time };
    expect(lastClock(fileWith(body))).toEqual(clock);
    expect(lastClock(fileWith(body).replaceAll('\n', '\r\n'))).toEqual(clock);
  });
});

/** Whether the event at this line is followed by a heading or the end. */
function nothingFollows(text: string, line: number): boolean {
  const { lines, blocks } = scan(text);
  const event = blocks.find((block) => block.line === line - 1);
  const rest = lines.slice(event?.end).map(({ start, end }) => text.slice(start, end));
  const next = rest.find((content) => /[^ \t]/.test(content));
  return event?.kind === 'event' && (next === undefined || /^##?(?!#)/.test(next));
}
