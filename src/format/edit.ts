/**
 * Edits to a chronicle's text. People edit the same file, so all other bytes are kept.
 *
 * The functions take text, or a file's bytes read as Latin-1 (one character per byte) with new content encoded the same
 * way. Files on disk are edited as Latin-1.
 */
import { asText } from '#src/lib/latin1.ts';
import type { ChronicleEvent } from './chronicle.ts';
import { firstDay, readUnchecked, withRenewedCount } from './read.ts';
import { type EventClock, tick, timePrefix } from './event.ts';
import { formatEvent } from './serialize.ts';
import {
  eventRuns,
  fenceMarks,
  isBlank,
  isTitle,
  lineEnding,
  lineStart,
  type Scan,
  scan,
  sectionAt,
  sectionEnd,
  sectionName,
  textBefore,
  withFinalNewline,
} from './scan.ts';
import { frontMatterText, setFrontMatterEntry, valueIn } from './front-matter-line.ts';

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

/** An event that happened earlier than the last ones of a file. */
interface EarlierEvent extends Pick<ChronicleEvent, 'tag' | 'text' | 'details'> {
  /** Local day and `HH:MM`, in the time zone of the file's other events. */
  date: string;
  time: string;
}

/**
 * Adds an event after the last one that is not later, and updates the counts of a machine summary. Where that would change the
 * day or the id of another event, or how anything else is read, it goes to the next place where it does not. Null without
 * front matter. Takes Latin-1.
 */
export function insertEarlierEvent(text: string, event: EarlierEvent): string | null {
  const events = readUnchecked(text)?.events;
  if (!events) return null;
  const structure = scan(text);
  const blocks = structure.blocks.filter(({ kind }) => kind === 'event');
  const momentOf = ({ date, time }: { date: string; time: string | null }) => `${date} ${time}`;
  const isNotLater = (other: (typeof events)[number]) => other.time !== null && momentOf(other) <= momentOf(event);
  const words = ({ tag, text: line }: Pick<EarlierEvent, 'tag' | 'text'>) =>
    `${tag} ${asText(line).normalize('NFC').trim()}`;
  const plain = ({ line: _, ...rest }: (typeof events)[number]) => JSON.stringify(rest);
  for (let place = events.findLastIndex(isNotLater) + 1; place <= events.length; place++) {
    // Of two with the same words, the later one is numbered.
    if (events.slice(place).some((other) => words(other) === words(event))) continue;
    const before = events.slice(0, place).findLast(({ time }) => time !== null);
    const clock = before ?? { date: firstDay(text, structure), time: null };
    const lines = formatEvent({ ...event, prefix: timePrefix(clock, event) });
    const line = place === 0 ? blocks[0]?.line : blocks[place - 1]?.end;
    const edited =
      place === events.length || line === undefined ? insertEvent(text, lines) : withLines(text, line, lines);
    const after = readUnchecked(edited)?.events ?? [];
    const added = after[place];
    const isMeant = added && momentOf(added) === momentOf(event) && added.details === event.details;
    const others = after.filter((_, i) => i !== place);
    if (isMeant && others.map(plain).join() === events.map(plain).join()) return withRenewedCount(edited);
  }
  return null;
}

function withLines(text: string, line: number, lines: readonly string[]): string {
  const eol = lineEnding(text);
  const offset = lineStart(text, scan(text), line);
  return withFinalNewline(text.slice(0, offset), eol) + lines.map((each) => each + eol).join('') + text.slice(offset);
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

/** A retrospective's narrative. `lead` is null if the existing lead is kept. */
export interface WrittenNarrative {
  lead: string | null;
  title: string;
  text: string;
}

/**
 * Puts a narrative under "## Summary", in place of an earlier one, and sets `retro` in the front matter, which marks it as
 * one. A lead replaces all prose there. Without a lead, the text before the narrative is kept, except that its `###`
 * headings become `####`, since the first would be read as the title. Events are always kept. Takes text or Latin-1;
 * fences in the new text must be closed.
 */
export function setNarrative(text: string, { lead, title, text: story }: WrittenNarrative, at: string): string {
  const narrative = `### ${title}\n\n${story}`;
  const body = lead === null ? withKeptLead(text, narrative) : setSummary(text, `${lead}\n\n${narrative}`, false);
  return setFrontMatterEntry(body, 'retro', at);
}

function withKeptLead(text: string, narrative: string): string {
  const structure = scan(text);
  const [first] = titlesIn(structure);
  if (!hasRetro(text, structure)) return afterLead(withoutTitles(text, structure), narrative);
  return first === undefined ? afterLead(text, narrative) : inPlace(text, structure, first, narrative);
}

/** Puts the narrative at the end of the summary, after any events appended there. */
function afterLead(text: string, narrative: string): string {
  const eol = lineEnding(text);
  const structure = scan(text);
  const { blocks, lines } = structure;
  const heading = blocks.findLast((block) => sectionName(block) === 'summary');
  const next = blocks.find((block) => heading && block.line > heading.line && sectionName(block));
  let end = next?.line ?? lines.length;
  while (end > 0 && isBlank(text, lines[end - 1] ?? { start: 0, end: 0 })) end--;
  const before = withFinalNewline(textBefore(text, structure, end, hasFence(narrative)), eol);
  const gap = next?.line === end ? eol : '';
  return before + eol + narrative.replaceAll('\n', eol) + eol + gap + text.slice(lineStart(text, structure, end));
}

/** Puts the narrative in place of the one that begins at a line. */
function inPlace(text: string, structure: Scan, from: number, narrative: string): string {
  const eol = lineEnding(text);
  const title = structure.blocks.find(({ line }) => line === from);
  const end = title ? sectionEnd(structure, title) : structure.lines.length;
  const before = textBefore(text, structure, from, hasFence(narrative));
  const after = text.slice(lineStart(text, structure, end));
  const parts = [narrative.replaceAll('\n', eol) + eol, ...eventRuns(text, structure, from, end), after];
  return before + parts.filter((part) => part !== '').join(eol);
}

function withoutTitles(text: string, structure: Scan): string {
  return titlesIn(structure)
    .map((line) => lineStart(text, structure, line))
    .reduceRight((edited, start) => `${edited.slice(0, start)}#${edited.slice(start)}`, text);
}

/** The lines under "## Summary" that would begin a narrative. */
function titlesIn({ blocks }: Scan): number[] {
  const sectionOf = sectionAt(blocks);
  return blocks.flatMap((block) => (sectionOf(block.line) === 'summary' && isTitle(block) ? [block.line] : []));
}

function hasRetro(text: string, structure: Scan): boolean {
  return Boolean(valueIn(frontMatterText(text, structure), 'retro'));
}

function hasFence(text: string): boolean {
  return /^(?:```|~~~)/m.test(text);
}
