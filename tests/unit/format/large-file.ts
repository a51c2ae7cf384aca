/**
 * Large and adversarial files, and everything we do with a file's text. Runs as a worker, because a
 * backtracking pattern would not end, and a worker can be stopped.
 */
import { parentPort } from 'node:worker_threads';
import { decodeText } from '#src/format/decode.ts';
import { insertEvent, lastClock, setSummary, summaryAppendix } from '#src/format/edit.ts';
import { excerptsOf } from '#src/format/problem.ts';
import { parseChronicle } from '#src/format/parse.ts';
import { machineSummary, readUnchecked } from '#src/format/read.ts';
import { serializeChronicle } from '#src/format/serialize.ts';
import { sessionTitle } from '#src/transcript/title.ts';

/** The largest file at scale 1, in characters and lines. */
const SIZE = 5_000_000;
const LINES = 100_000;

const FRONT =
  'session_id: x\ndate: 2026-03-24\nbranch: main\ntask:\nstarted: 2026-03-24T14:00:00Z\nretro: 2026-03-24T16:40:00Z\n';
const HEAD = `---\n${FRONT}---\n\n## Events\n\n`;
const body = (text: string) => HEAD + text;
const summary = (text: string) => body(`- [ERROR] x\n\n## Summary\n\n${text}`);
const front = (text: string) => `---\n${FRONT}${text}\n---\n\n## Events\n`;

/** Shapes by name, each a text whose size follows from a scale. */
export const SHAPES: Record<string, (scale: number) => string> = {
  events: (scale) => body(numbered(LINES * scale, (i) => `- ${clock(i)} [ERROR] Event ${i} ${'x'.repeat(20)}\n`)),
  'the same event again and again': (scale) => body('- [ERROR] x\n'.repeat(LINES * scale)),
  'details of one event': (scale) => body(`- [ERROR] x\n${'  a line of detail that goes on\n'.repeat(LINES * scale)}`),
  'events with blank lines between them': (scale) => body('- [ERROR] x\n\n\n \t\n\n'.repeat(LINES * scale)),
  'unknown tags': (scale) => body('- [MEMORY-MIS] x\n'.repeat(LINES * scale)),
  'events in other forms': (scale) => body('* 9:05 [ERROR] x\n'.repeat(LINES * scale)),
  'empty events': (scale) => body('- [ERROR]\n'.repeat(LINES * scale)),
  'stray lines': (scale) => body('Prose.\n'.repeat(5 * LINES * scale)),
  'fences that open and never close': (scale) => body(numbered(LINES * scale, (i) => `${'`'.repeat(3 + (i % 90))}x\n`)),
  'fences too short to close those before': (scale) =>
    body(numbered(3000 * Math.sqrt(scale), (i, n) => `${'`'.repeat(n - i + 3)}\n`)),
  'tildes too short to close those before': (scale) =>
    body(numbered(3000 * Math.sqrt(scale), (i, n) => `${'~'.repeat(n - i + 3)} x\n`)),
  'fences of both kinds in turn': (scale) => body('```\n~~~\n'.repeat(LINES * scale)),
  'open fences of both kinds in turn': (scale) => body('```a\n~~~a\n'.repeat(LINES * scale)),
  'fences that hide a heading': (scale) => body('```\n## Summary\n```\n'.repeat(LINES * scale)),
  'one line of backticks': (scale) => body('`'.repeat(SIZE * scale)),
  'lines of backticks': (scale) => body('```\n'.repeat((SIZE * scale) / 4)),
  'backticks with text between': (scale) => body('``` `'.repeat((SIZE * scale) / 5)),
  'one long line': (scale) => body('x'.repeat(SIZE * scale)),
  'one long event': (scale) => body(`- [ERROR] ${'x '.repeat((SIZE * scale) / 2)}`),
  'a bullet and blanks': (scale) => body(`-${' '.repeat(SIZE * scale)}[ERROR] x`),
  'a bullet and tabs': (scale) => body(`*${'\t'.repeat(SIZE * scale)}[ERROR x`),
  'a tag that never ends': (scale) => body(`- [${'A'.repeat(SIZE * scale)}`),
  'a long heading': (scale) => body(`## ${'x'.repeat(SIZE * scale)}`),
  'a heading of marks': (scale) => body('#'.repeat(SIZE * scale)),
  'a heading of marks and blanks': (scale) => body(`## ${'# '.repeat((SIZE * scale) / 2)}x`),
  'a heading with blanks in it': (scale) => body(`## a${' '.repeat(SIZE * scale)}x`),
  'a heading with blanks and marks in it': (scale) =>
    body(`## a${' '.repeat((SIZE * scale) / 2)}${'#'.repeat((SIZE * scale) / 2)}x`),
  headings: (scale) => body('## Notes\n'.repeat(LINES * scale)),
  'headings of both sections': (scale) => body('## Summary\n## Events\n'.repeat(LINES * scale)),
  'headings of all levels': (scale) => body(numbered(LINES * scale, (i) => `${'#'.repeat(1 + (i % 8))} x\n`)),
  'a million blanks': (scale) => body(' '.repeat(1_000_000 * scale)),
  'a million blank lines': (scale) => body('\n'.repeat(1_000_000 * scale)),
  'line endings of two kinds': (scale) => body('\r\r\n\n'.repeat((SIZE * scale) / 4)),
  'carriage returns': (scale) => body('\r'.repeat(SIZE * scale)),
  'NUL characters': (scale) => body('\0'.repeat(SIZE * scale)),
  'markers of front matter': (scale) => body('---\n'.repeat((SIZE * scale) / 4)),
  'a marker and blanks': (scale) => `---${' '.repeat(SIZE * scale)}x`,
  'front matter of many keys': (scale) => front(numbered(LINES * scale, (i) => `key_${i}: value\n`)),
  'front matter that never ends': (scale) => `---\n${numbered(LINES * scale, (i) => `key_${i}: value\n`)}`,
  'a value of blanks': (scale) => front(`key: a${' '.repeat(16_000 * scale)}x`),
  'a value of hashes': (scale) => front(`key: a${' #'.repeat(8000 * scale)}`),
  'a value of single quotes': (scale) => front(`key: '${"''".repeat(8000 * scale)}x`),
  'a value of double quotes': (scale) => front(`key: "${'\\"'.repeat(8000 * scale)}`),
  'a key and blanks': (scale) => front(`key${' '.repeat(16_000 * scale)}x`),
  'a key, blanks and a line separator': (scale) => front(`key:${' '.repeat(16_000 * scale)}\u2028`),
  'a long summary': (scale) => summary('word '.repeat((SIZE * scale) / 5)),
  'a summary of blanks': (scale) => summary(`a${' '.repeat(SIZE * scale)}b`),
  "the machine's summary again": (scale) => summary('Auto-generated: 1 event (1 error)\n'.repeat(LINES * scale)),
  'events after the summary': (scale) => summary('Text.\n- [ERROR] y\n'.repeat(LINES * scale)),
  'titles of narratives': (scale) => summary('### Title\n'.repeat(LINES * scale)),
  'sentences without an end': (scale) => summary('a.b?c!'.repeat((SIZE * scale) / 6)),
};

/** Does everything that readers and writers do with a text. */
export function exercise(text: string): void {
  const bytes = Buffer.from(text);
  decodeText(bytes);
  decodeText(Buffer.concat([bytes, Buffer.from([0xff])]));
  const { chronicle, problems } = parseChronicle(text);
  excerptsOf(text, problems);
  readUnchecked(text);
  const latin1 = bytes.toString('latin1');
  lastClock(latin1);
  insertEvent(latin1, ['- [ERROR] One', '  why']);
  setSummary(latin1, 'A summary.\n\n```\ncode\n```', true);
  summaryAppendix(latin1, 'Auto-generated: 1 event (1 error)');
  if (!chronicle) return;
  machineSummary(chronicle.events);
  serializeChronicle(chronicle);
  sessionTitle({ chronicle });
}

function numbered(count: number, line: (index: number, count: number) => string): string {
  const whole = Math.round(count);
  return Array.from({ length: whole }, (_, index) => line(index, whole)).join('');
}

function clock(minute: number): string {
  return [Math.floor(minute / 60) % 24, minute % 60].map((part) => String(part).padStart(2, '0')).join(':');
}

parentPort?.on('message', ({ name, scale }: { name: string; scale: number }) => {
  exercise(SHAPES[name]?.(scale) ?? '');
  parentPort?.postMessage(name);
});
