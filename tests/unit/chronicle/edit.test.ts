import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ChronicleEvent } from '../../../src/chronicle/chronicle.ts';
import { insertEvent, lastClock, setSummary, summaryAppendix } from '../../../src/chronicle/edit.ts';
import { timePrefix } from '../../../src/chronicle/event-time.ts';
import { parseChronicle } from '../../../src/chronicle/parse.ts';
import { scan } from '../../../src/chronicle/scan.ts';
import { sectionName } from '../../../src/chronicle/section.ts';
import { formatEvent } from '../../../src/chronicle/serialize.ts';
import { anyFile, anyLine, dayAndTime, fileWith, writtenEvent } from './generated.ts';

const golden = new URL('../../golden/chronicle/input/', import.meta.url);
/** Every odd shape that the format's golden files know, as bytes read as Latin-1. */
const oddFiles = readdirSync(golden).map((name): [string, string] => [
  name,
  readFileSync(new URL(name, golden), 'latin1'),
]);

/** Bytes as Latin-1, some of them no UTF-8. */
const anyBytes = fc.tuple(anyFile, fc.uint8Array({ maxLength: 20 }), fc.nat()).map(([file, bytes, at]) => {
  const text = asLatin1(file);
  const cut = at % (text.length + 1);
  return text.slice(0, cut) + Buffer.from(bytes).toString('latin1') + text.slice(cut);
});
const anyFileOrBytes = fc.oneof(anyFile.map(asLatin1), anyBytes, fc.constantFrom(...oddFiles.map(([, text]) => text)));
const summaryText = fc
  .array(fc.constantFrom('One paragraph.', 'Größe.', '', '- a list', '### Heading', '`code`'), { maxLength: 4 })
  .map((lines) => ['The summary begins.', ...lines].join('\n').trimEnd());

const MACHINE = 'Auto-generated: 3 events (3 errors)';

describe('insertEvent', () => {
  it('puts an event after the last one under "## Events"', () => {
    const file = fileWith('\n## Events\n\n- [DECISION] One\n  why\n\n## Summary\n\nText.\n');
    expect(insertEvent(file, ['- [ERROR] Two', '  how'])).toBe(
      fileWith('\n## Events\n\n- [DECISION] One\n  why\n- [ERROR] Two\n  how\n\n## Summary\n\nText.\n'),
    );
  });

  it.each([
    ['nothing but front matter', '', '\n## Events\n\n- [ERROR] Two\n'],
    ['a heading alone', '## Events', '## Events\n\n- [ERROR] Two\n'],
    ['no event yet', '## Events\n\n## Summary\n', '## Events\n\n- [ERROR] Two\n\n## Summary\n'],
    ['headings without blank lines', '## Events\n## Summary\n', '## Events\n\n- [ERROR] Two\n\n## Summary\n'],
    ['no final newline', '## Events\n\n- [ERROR] One', '## Events\n\n- [ERROR] One\n- [ERROR] Two\n'],
    ['no heading', '\n- [ERROR] One\n\n## Summary\n', '\n- [ERROR] One\n\n## Events\n\n- [ERROR] Two\n\n## Summary\n'],
    [
      'another heading',
      '## Events\n\n- [ERROR] One\n\n## Notes\n',
      '## Events\n\n- [ERROR] One\n- [ERROR] Two\n\n## Notes\n',
    ],
    [
      'events after the summary',
      '## Events\n\n## Summary\n\n- [ERROR] One\n',
      '## Events\n\n- [ERROR] Two\n\n## Summary\n\n- [ERROR] One\n',
    ],
    [
      'blank lines at the end',
      '## Events\n\n- [ERROR] One\n\n\n\n',
      '## Events\n\n- [ERROR] One\n- [ERROR] Two\n\n\n\n',
    ],
    ['CRLF', '## Events\r\n\r\n', '## Events\r\n\r\n- [ERROR] Two\r\n\r\n'],
  ])('finds its place in a file with %s', (what, before, after) => {
    const front = what === 'CRLF' ? fileWith('').replaceAll('\n', '\r\n') : fileWith('');
    expect(insertEvent(front + before, ['- [ERROR] Two'])).toBe(front + after);
  });

  it('changes nothing but what it puts in', () => {
    fc.assert(
      fc.property(anyFileOrBytes, writtenEvent, (before, event) => {
        const after = insertEvent(before, formatEvent({ ...event, prefix: null }).map(asLatin1));
        expect(withoutInsertion(before, after)).toBe(before);
      }),
      { numRuns: 500 },
    );
  });

  it('is read again, as it was written, by the clock, and beside all the others', () => {
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
    const lines = formatEvent({
      tag: 'PIVOT',
      text: 'Größe',
      details: '```\n## Summary\n- [ERROR] x\n```',
      prefix: null,
    });
    const edited = fromLatin1(insertEvent(bytes, lines.map(asLatin1)));
    const after = parseChronicle(edited).chronicle;
    expect(after === null).toBe(before === null);
    if (!before) return;
    expect(after?.events).toHaveLength(before.events.length + 1);
    expect(after?.events.find(({ text }) => text === 'Größe')?.details).toBe('```\n## Summary\n- [ERROR] x\n```');
  });

  it('ends its lines as the file does', () => {
    const file = fileWith('## Events\n\n- [ERROR] One\n  why\n').replaceAll('\n', '\r\n');
    expect(insertEvent(file, ['- [ERROR] Two', '  how'])).not.toMatch(/[^\r]\n/);
  });
});

describe('lastClock', () => {
  it.each([
    ['the file', '## Events\n', { date: '2026-03-24', time: null }],
    ['the last event', '## Events\n\n- 14:00 [ERROR] a\n- [ERROR] b\n', { date: '2026-03-24', time: '14:00' }],
    [
      'the last event under its heading',
      '## Events\n\n- 14:00 [ERROR] a\n\n## Summary\n\n- 15:00 [ERROR] b\n',
      { date: '2026-03-24', time: '14:00' },
    ],
    [
      'the last event after midnight',
      '## Events\n\n- 14:00 [ERROR] a\n- 13:00 [ERROR] b\n',
      { date: '2026-03-25', time: '13:00' },
    ],
    ['the last event without a heading', '- 14:00 [ERROR] a\n', { date: '2026-03-24', time: '14:00' }],
  ])('is that of %s', (_, body, clock) => {
    expect(lastClock(fileWith(body))).toEqual(clock);
    expect(lastClock(fileWith(body).replaceAll('\n', '\r\n'))).toEqual(clock);
  });

  it('reads the day as the file writes it', () => {
    expect(lastClock(fileWith('').replace('date: 2026-03-24', 'date : "2026-03-25" # quoted')).date).toBe('2026-03-25');
    expect(lastClock('').date).toBe('');
  });
});

describe('setSummary', () => {
  it.each([
    ['nothing', '## Events\n', '## Events\n\n## Summary\n\nNew.\n'],
    ['an empty section', '## Summary\n', '## Summary\n\nNew.\n'],
    ['a heading at the very end', '## Summary', '## Summary\n\nNew.\n'],
    ["the machine's", '## Summary\n\nAuto-generated: 1 event (1 error)\n', '## Summary\n\nNew.\n'],
    ["an agent's", '## Summary\n\nOld.\n\nOlder.\n', '## Summary\n\nNew.\n'],
    [
      'events appended',
      '## Summary\n\nOld.\n\n- [ERROR] One\n  why\n- [ERROR] Two\n\nMore.\n',
      '## Summary\n\nNew.\n\n- [ERROR] One\n  why\n- [ERROR] Two\n',
    ],
    ['another section after it', '## Summary\n\nOld.\n\n## Notes\n\nKept.', '## Summary\n\nNew.\n\n## Notes\n\nKept.'],
    [
      'a narrative',
      '## Summary\n\nOld.\n\n### Title\n\nStory.\n\n- [ERROR] One\n',
      '## Summary\n\nNew.\n\n### Title\n\nStory.\n\n- [ERROR] One\n',
    ],
    [
      'an event before a narrative',
      '## Summary\n\nOld.\n\n- 23:00 [ERROR] One\n\n### Title\n\n- 01:00 [ERROR] Two\n',
      '## Summary\n\nNew.\n\n- 23:00 [ERROR] One\n\n### Title\n\n- 01:00 [ERROR] Two\n',
    ],
    [
      'a narrative before another section',
      '## Summary\n\n### Title\n\nStory.\n\n## Notes\n',
      '## Summary\n\nNew.\n\n### Title\n\nStory.\n\n## Notes\n',
    ],
    ['a title in a fence', '## Summary\n\n```\n### Old\n```\n\n### Title\n', '## Summary\n\nNew.\n\n### Title\n'],
    [
      'events below',
      '## Summary\n\nOld.\n\n## Events\n\n- [ERROR] One\n',
      '## Summary\n\nNew.\n\n## Events\n\n- [ERROR] One\n',
    ],
  ])('replaces %s', (_, before, after) => {
    expect(setSummary(fileWith(before), 'New.', true)).toBe(fileWith(after));
    expect(setSummary(fileWith(after), 'New.', true)).toBe(fileWith(after));
  });

  it('drops what looks like a narrative where no retro wrote one', () => {
    expect(setSummary(fileWith('## Summary\n\nOld.\n\n### Part\n\nOlder.\n'), 'New.', false)).toBe(
      fileWith('## Summary\n\nNew.\n'),
    );
  });

  it('changes nothing before and after its section', () => {
    fc.assert(
      fc.property(anyFileOrBytes, summaryText, fc.boolean(), (before, summary, keepNarrative) => {
        const after = setSummary(before, asLatin1(summary), keepNarrative);
        const { start, end } = lastSummarySection(before);
        expect(after.slice(0, start)).toBe(before.slice(0, start));
        expect(after.endsWith(before.slice(end))).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it('is read again, with all events and the narrative', () => {
    fc.assert(
      fc.property(anyFile, summaryText, (file, written) => {
        const before = parseChronicle(file).chronicle;
        fc.pre(before !== null && summaryHeadings(file) < 2);
        // In a file with a narrative a summary with a heading of its own would move the title.
        const summary = before?.frontMatter.retro ? written.replaceAll('### ', '#### ') : written;
        const after = parseChronicle(setSummary(file, summary, before?.frontMatter.retro !== undefined)).chronicle;
        expect(after?.events.map(withoutPlace)).toEqual(before?.events.map(withoutPlace));
        expect(after?.summary.narrative).toEqual(before?.summary.narrative);
        expect(after?.summary.lead.startsWith(summary)).toBe(true);
        expect(after?.strays.map(({ text }) => text)).toEqual(before?.strays.map(({ text }) => text));
      }),
      { numRuns: 500 },
    );
  });

  it.each(oddFiles)('is read again in %s', (_, bytes) => {
    const before = parseChronicle(fromLatin1(bytes)).chronicle;
    const edited = setSummary(
      bytes,
      asLatin1('Größe.\n\n```sh\ngit status\n```'),
      before?.frontMatter.retro !== undefined,
    );
    const after = parseChronicle(fromLatin1(edited)).chronicle;
    expect(after?.events.map(withoutPlace)).toEqual(before?.events.map(withoutPlace));
    expect(after?.summary.narrative).toEqual(before?.summary.narrative);
    if (after) expect(after.summary.lead).toContain('Größe.\n\n```sh\ngit status\n```');
  });

  it('ends its lines as the file does', () => {
    const file = fileWith('## Events\n').replaceAll('\n', '\r\n');
    expect(setSummary(file, 'One.\n\nTwo.', true)).toBe(`${file}\r\n## Summary\r\n\r\nOne.\r\n\r\nTwo.\r\n`);
  });
});

describe('summaryAppendix', () => {
  it.each([
    ['## Events\n', '\n## Summary\n\n'],
    ['## Events\n\n## Summary\n', '\n'],
    ['## Events\n\n## Summary\n\n', ''],
    ['## Events\n\n## Summary', '\n\n'],
    ['## Summary\n\nAuto-generated: 1 event (1 error)\n', '\n'],
    ['## Summary\n\n## Events\n\n- [ERROR] One\n', '\n## Summary\n\n'],
    ['## Summary\n\n## Notes\n', '\n## Summary\n\n'],
    ['## Summary\n\n- [ERROR] One', '\n\n'],
  ])('stands after %j', (body, gap) => {
    expect(summaryAppendix(fileWith(body), MACHINE)).toBe(`${gap}${MACHINE}\n`);
  });

  it("makes the summary the machine's, unless somebody wrote one", () => {
    fc.assert(
      fc.property(anyFileOrBytes, (bytes) => {
        const text = fromLatin1(bytes);
        expectMachine(text, text + summaryAppendix(text, MACHINE));
        expectMachine(text, fromLatin1(bytes + summaryAppendix(bytes, MACHINE)));
      }),
      { numRuns: 500 },
    );
  });

  it.each(oddFiles)('is read again in %s', (_, bytes) => {
    const text = fromLatin1(bytes);
    expectMachine(text, fromLatin1(bytes + summaryAppendix(bytes, MACHINE)));
  });

  it('does not depend on what stands in the prose', () => {
    fc.assert(
      fc.property(anyLine, (line) => {
        const text = fileWith(`## Events\n\n- [ERROR] ${line}\n  ${line}`);
        expectMachine(text, text + summaryAppendix(text, MACHINE));
      }),
    );
  });
});

function expectMachine(before: string, after: string): void {
  const old = parseChronicle(before).chronicle;
  const chronicle = parseChronicle(after).chronicle;
  expect(chronicle === null).toBe(old === null);
  expect(chronicle?.events).toEqual(old?.events);
  if (old?.summary.kind === 'none' || old?.summary.kind === 'machine') {
    expect(chronicle?.summary).toEqual({ kind: 'machine', lead: MACHINE, narrative: null });
  }
}

function withoutInsertion(before: string, after: string): string {
  let at = 0;
  while (at < before.length && before[at] === after[at]) at++;
  return after.slice(0, at) + after.slice(at + after.length - before.length);
}

/** An event without what may change when others are put in before it: its line, and its day if that is inferred. */
function withoutPlace({ id, tag, text, details, time }: ChronicleEvent) {
  return { id, tag, text, details, time };
}

/** Whether the event at this line is followed by a heading or the end. */
function nothingFollows(text: string, line: number): boolean {
  const { lines, blocks } = scan(text);
  const event = blocks.find((block) => block.line === line - 1);
  const rest = lines.slice(event?.end).map(({ start, end }) => text.slice(start, end));
  const next = rest.find((content) => /[^ \t]/.test(content));
  return event?.kind === 'event' && (next === undefined || /^##?(?!#)/.test(next));
}

function summaryHeadings(text: string): number {
  return scan(text).blocks.filter((block) => sectionName(block) === 'summary').length;
}

function lastSummarySection(text: string): { start: number; end: number } {
  const { lines, blocks } = scan(text);
  const heading = blocks.findLast((block) => sectionName(block) === 'summary');
  const after = blocks.find(
    (block) => heading && block.line > heading.line && block.kind === 'heading' && block.level <= 2,
  );
  return {
    start: heading ? (lines[heading.end]?.start ?? text.length) : text.length,
    end: (after && lines[after.line]?.start) ?? text.length,
  };
}

function asLatin1(text: string): string {
  return Buffer.from(text).toString('latin1');
}

function fromLatin1(bytes: string): string {
  return Buffer.from(bytes, 'latin1').toString();
}
