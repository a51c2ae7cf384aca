import fc from 'fast-check';
import type { Chronicle, ChronicleEvent, Summary } from '#src/format/chronicle.ts';
import { withIds } from '#src/format/event-id.ts';
import { type EventClock, tick } from '#src/format/event.ts';
import type { FrontMatter } from '#src/format/schema.ts';
import { TAGS } from '#src/format/tags.ts';

/** Valid front matter, as lines between the two `---`. */
const FRONT_MATTER = [
  'session_id: 3f6c2a10-8d1e-4c1b-9a52-6f1f0f8f4f11',
  'date: 2026-03-24',
  'branch: main',
  'task:',
  'started: 2026-03-24T14:00:00Z',
];

/** A chronicle file with this body, and with additional keys in its front matter. */
export function fileWith(body: string, ...keys: string[]): string {
  return `${['---', ...FRONT_MATTER, ...keys, '---'].join('\n')}\n${body}`;
}

/** Any characters, including unpaired surrogates, control characters, and special characters of Markdown and YAML. */
export const anyText: fc.Arbitrary<string> = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)) }),
  fc.string({ unit: fc.constantFrom(...' \t\r#-*[]`~:"\'\\{}&!|>%@,?/.0159eEyYnN\u0085\u00a0\u2028\ufeff') }),
);

/** Any characters without line endings. */
export const anyLine: fc.Arbitrary<string> = anyText.map((text) => text.replace(/\r+$|\n/g, ''));

const lineOfSomething = anyLine.filter((line) => /[^ \t]/.test(line));
const word = fc.constantFrom('quotes', 'the list', '`code`', 'Größe', '日本');
/** Lines of plain text. */
const proseLine = fc.tuple(word, anyLine).map((parts) => parts.join(' ').trimEnd());
const prose = fc.array(fc.oneof({ weight: 4, arbitrary: proseLine }, fc.constant('')), { maxLength: 5 });
const text = prose.map((lines) => lines.join('\n').trim());

const time = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
  .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'));
export const day = fc.constantFrom('2024-02-28', '2026-03-24', '2026-03-25', '2026-12-31', '2027-01-01');
export const dayAndTime = fc.record({ date: day, time });
const utcTime = dayAndTime.map((moment) => `${moment.date}T${moment.time}:00Z`);

const details = fc
  .tuple(fc.array(anyLine, { maxLength: 3 }), lineOfSomething)
  .map(([lines, last]) => [...lines, last].join('\n'));

/** Input for `chronicle log`: a first line and perhaps details. */
export const writtenEvent = fc.record({
  tag: fc.constantFrom(...TAGS),
  text: anyLine.map((line) => line.trim()),
  details: fc.oneof(fc.constant(''), details),
});

const events: fc.Arbitrary<ChronicleEvent[]> = fc
  .array(fc.tuple(writtenEvent, fc.option(dayAndTime)), { maxLength: 6 })
  .map((list) => {
    let clock: EventClock = { date: '2026-03-24', time: null };
    const timed = list.map(([event, moment]) => {
      clock = tick(clock, moment?.date ?? null, moment?.time ?? null);
      return { ...event, time: moment?.time ?? null, date: clock.date, line: 0 };
    });
    return withIds(timed);
  });

const summary: fc.Arbitrary<Summary> = fc.oneof(
  fc.constant<Summary>({ kind: 'none', lead: '', narrative: null }),
  fc.constant<Summary>({ kind: 'machine', lead: 'Auto-generated: 1 event (1 error)', narrative: null }),
  text.filter((lead) => lead !== '').map((lead): Summary => ({ kind: 'agent', lead, narrative: null })),
  fc.record<Summary>({
    kind: fc.constant('retro'),
    lead: text,
    narrative: fc.record({
      title: anyLine.map((line) => line.trim()).filter((line) => !/(?:^|[ \t])#+$/.test(line)),
      text,
    }),
  }),
);

const frontMatter: fc.Arbitrary<FrontMatter> = fc.record(
  {
    session_id: fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/),
    date: fc.constant('2026-03-24'),
    branch: anyText.filter((branch) => /\S/.test(branch)),
    task: anyText,
    started: utcTime,
    cwd: anyText.filter((cwd) => cwd !== ''),
    utc_offset: fc.constantFrom('+00:00', '-09:30', '+14:00'),
    attended: fc.constantFrom('yes', 'no'),
    source: fc.constantFrom('backfill', 'import'),
    note: anyText,
  },
  { requiredKeys: ['session_id', 'date', 'branch', 'task', 'started'] },
);

/** Any chronicle that a file can contain, without its events' line numbers. */
export const anyChronicle: fc.Arbitrary<Chronicle> = fc
  .record({ frontMatter, events, summary, strays: fc.constant<Chronicle['strays']>([]) })
  .map((chronicle) => {
    if (chronicle.summary.kind === 'retro') chronicle.frontMatter.retro = '2026-03-24T16:40:00Z';
    return chronicle;
  });

const STRUCTURE = [
  ...['## Events', '## Summary', '## summary', '## Notes', '# Session', '### Title', '###'],
  ...['- [ERROR] Forgot the second list', '- 14:00 [DECISION] Keep the list in one file', '- [INSIGHT]'],
  ...['- 00:10 [PIVOT] From two lists to one', '- 2026-03-26 09:00 [BLOCKED] No network'],
  ...['  a detail', '\tanother', '  ```', '```', '```js', '~~~~', '', '', ' \t', 'Some prose.', '---'],
  ...['Auto-generated: 1 event (1 error)', '- [DECISON] A slip of the pen', '* [ERROR] Another bullet', '- [x] done'],
];

const bodyLine = fc.oneof({ weight: 8, arbitrary: fc.constantFrom(...STRUCTURE) }, anyLine);
const keys = fc.subarray(['retro: 2026-03-24T16:40:00Z', 'cwd: /home/me', '__proto__: x', 'no key'], { maxLength: 2 });

/** Files with the format's lines in any order, most of them with valid front matter. */
export const anyFile: fc.Arbitrary<string> = fc
  .record({
    front: fc.oneof(
      { weight: 9, arbitrary: keys.map((more) => ['---', ...FRONT_MATTER, ...more, '---']) },
      fc.subarray(['---', ...FRONT_MATTER, '---']),
    ),
    body: fc.array(bodyLine, { maxLength: 25 }),
    eol: fc.constantFrom('\n', '\r\n'),
    hasFinalNewline: fc.boolean(),
    mark: fc.constantFrom('', '', '\ufeff'),
  })
  .map(
    ({ front, body, eol, hasFinalNewline, mark }) =>
      mark + [...front, ...body].join(eol) + (hasFinalNewline ? eol : ''),
  );
