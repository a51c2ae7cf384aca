/**
 * Edits to a chronicle's text. People edit the same file, so all other bytes are kept.
 *
 * The functions take text, or a file's bytes read as Latin-1 (one character per byte) with new content encoded the same
 * way. Files on disk are edited as Latin-1.
 */
import { type EventClock, tick } from './event-time.ts';
import { fenceMarks } from './fence.ts';
import { isBlank, lineEnding } from './lines.ts';
import { firstDay } from './read.ts';
import { type Scan, scan } from './scan.ts';
import { eventRuns, isTitle, lineStart, sectionEnd, sectionName, textBefore, withFinalNewline } from './section.ts';

/** The clock after the last event under "## Events". The next event's time is written relative to it. */
export function lastClock(text: string): EventClock {
  const structure = scan(text);
  const until = insertionPoint(text, structure).line;
  let clock: EventClock = { date: firstDay(text, structure), time: null };
  for (const block of structure.blocks) {
    if (block.kind === 'event' && block.line < until) clock = tick(clock, block.event.date, block.event.time);
  }
  return clock;
}

/** Adds an event after the last one under "## Events". Adds the heading too if it is missing. */
export function insertEvent(text: string, eventLines: string[]): string {
  const eol = lineEnding(text);
  const structure = scan(text);
  const { line, hasHeading, afterHeading } = insertionPoint(text, structure);
  const offset = lineStart(text, structure, line);
  const before = withFinalNewline(text.slice(0, offset), eol);
  const after = text.slice(offset);
  const opening = hasHeading ? (afterHeading ? [''] : []) : ['', '## Events', ''];
  const closing = after === '' || startsBlank(after) ? [] : [''];
  return before + [...opening, ...eventLines, ...closing].map((part) => part + eol).join('') + after;
}

/** The line before which `insertEvent` adds an event. */
export function insertionLine(text: string, structure: Scan): number {
  return insertionPoint(text, structure).line;
}

/**
 * Replaces the prose under "## Summary", up to the next H1 or H2. Keeps events that were appended there, all later sections
 * and, with `keepNarrative`, everything from the section's first `###`. Closes code fences that were left open, in the
 * summary or before it, so that they hide nothing.
 */
export function setSummary(text: string, summary: string, keepNarrative: boolean): string {
  const eol = lineEnding(text);
  const structure = scan(text);
  const { blocks, lines } = structure;
  const body = closed(summary).replaceAll('\n', eol) + eol;
  const heading = blocks.findLast((block) => sectionName(block) === 'summary');
  const from = heading?.end ?? lines.length;
  const before = withFinalNewline(textBefore(text, structure, from, /^(?:```|~~~)/m.test(summary)), eol);
  if (!heading) return `${before}${eol}## Summary${eol}${eol}${body}`;
  const end = sectionEnd(structure, heading);
  const narrative = blocks.find((block) => block.line >= from && block.line < end && isTitle(block));
  const keptFrom = (keepNarrative ? narrative?.line : undefined) ?? end;
  const after = text.slice(lineStart(text, structure, keptFrom));
  const parts = [eol + body, ...eventRuns(text, structure, from, keptFrom), after];
  return before + parts.filter((part) => part !== '').join(eol);
}

/** The text to append to a file so that it ends with this machine summary. Appending never conflicts with other writers. */
export function summaryAppendix(text: string, machineLine: string): string {
  const eol = lineEnding(text);
  const { blocks } = scan(text);
  const last = blocks.findLast((block) => block.kind === 'heading' && block.level <= 2);
  const open = text === '' || text.endsWith('\n') ? '' : eol;
  const gap = open === '' && /\n\r?\n$/.test(text) ? '' : eol;
  const heading = last && sectionName(last) === 'summary' ? '' : `## Summary${eol}${eol}`;
  return `${open}${gap}${heading}${machineLine}${eol}`;
}

interface InsertionPoint {
  /** The event goes before this line. */
  line: number;
  hasHeading: boolean;
  /** Whether the event directly follows the heading. */
  afterHeading: boolean;
}

function insertionPoint(text: string, structure: Scan): InsertionPoint {
  const { blocks, lines, frontMatter } = structure;
  const heading = blocks.find((block) => sectionName(block) === 'events');
  const from = heading?.end ?? frontMatter.close + 1;
  const next = heading
    ? sectionEnd(structure, heading)
    : (blocks.find((block) => sectionName(block) === 'summary')?.line ?? lines.length);
  let line = next;
  while (line > from && isBlank(text, lines[line - 1] ?? { start: 0, end: 0 })) line--;
  return { line, hasHeading: heading !== undefined, afterHeading: line === from };
}

/** Closes a fence that is open at the end of a summary. */
function closed(summary: string): string {
  // The empty line keeps the text from being read as front matter.
  const text = `\n${summary}`;
  const structure = scan(text);
  const open = structure.blocks.find(({ kind }) => kind === 'open-fence');
  return open ? `${summary}\n${fenceMarks(text, lineStart(text, structure, open.line))}` : summary;
}

function startsBlank(text: string): boolean {
  return /^[ \t]*\r?(?:\n|$)/.test(text);
}
