/**
 * Reads the files of Mind, of all its versions. A person and an agent both write them, so forms are loose:
 *
 *     # Session: 2026-02-11           three sets of headings, as in `SECTIONS`
 *     ## Tried (didn't work)
 *     - httpOnly cookie → Safari blocks it in an iframe
 *
 *     ## Gotchas                      MEMORY.md
 *     - Safari iframe cookies → use a header
 *     ## 2026-02-11 | JWT | mood: good
 *     Decided on refresh tokens because …
 *
 *     - [ ] 2026-03-01 | absolute | rotate the key              REMINDERS.md, in its two forms
 *     - [ ] rotate the key | due: 2026-03-01 | type: date
 */
import type { NoteKind } from '#src/chronicle/notebook/note-kinds.ts';
import { clip, oneLine } from '#src/text/clip.ts';
import { isDay } from '#src/value/calendar-day.ts';
import type { MemoryBatch } from '../imported-session.ts';
import { fenceless, withoutComments } from './fenceless.ts';

/** A line of one of the files. */
export interface MindEntry {
  kind: NoteKind;
  text: string;
  /** The lines below it, verbatim. */
  details: string;
  /** Local `YYYY-MM-DD`; null if the file does not say. */
  day: string | null;
  /** What it could become as a memory; null for most. */
  memory: MemoryBatch | null;
}

interface SectionForm {
  kind: NoteKind;
  /** Before the text, where our heading does not say it. */
  prefix?: string;
}

/** The headings of SESSION.md in its three versions, and what their lines are in a notebook. */
const SECTIONS: Readonly<Record<string, SectionForm>> = {
  focus: { kind: 'focus' },
  constraints: { kind: 'constraint' },
  tried: { kind: 'tried' },
  "tried (didn't work)": { kind: 'tried' },
  discovered: { kind: 'discovered' },
  'open questions': { kind: 'question' },
  'out of scope': { kind: 'out-of-scope' },
  'the goal': { kind: 'focus' },
  goal: { kind: 'focus' },
  // Of several focuses only the last one counts.
  'current approach': { kind: 'discovered', prefix: 'Approach: ' },
  blockers: { kind: 'question', prefix: 'Blocked: ' },
  'rejected approaches': { kind: 'tried' },
  rejected: { kind: 'tried' },
  'working assumptions': { kind: 'constraint', prefix: 'Assumed: ' },
  assumptions: { kind: 'constraint', prefix: 'Assumed: ' },
  discoveries: { kind: 'discovered' },
  experience: { kind: 'discovered' },
};

const LONGEST_LINE = 400;

function sectionNamed(heading: string): SectionForm | null {
  const name = heading
    .trim()
    .toLowerCase()
    .replace(/[\u2018\u2019]/g, "'")
    .replace(/\s+/g, ' ')
    .replace(/:$/, '');
  return Object.hasOwn(SECTIONS, name) ? (SECTIONS[name] ?? null) : null;
}

const SESSION_TITLE = /^#\s+Session:?\s+(\d{4}-\d\d-\d\d)/;

/** Whether a text is a SESSION.md of Mind: its title, or two headings of one of its versions. */
export function isMindSession(text: string): boolean {
  const lines = fenceless(text);
  const known = lines.filter((line) => sectionNamed(/^##\s+(.+)$/.exec(line)?.[1] ?? '') !== null).length;
  return lines.some((line) => SESSION_TITLE.test(line)) ? known >= 1 : known >= 3;
}

/** Whether a text is a MEMORY.md of Mind, rather than Claude's own index or anybody's notes. */
export function isMindMemory(text: string): boolean {
  if (/<!-- (?:MIND|Promoted from SESSION\.md on) /.test(text)) return true;
  const lines = fenceless(text);
  const has = (pattern: RegExp) => lines.some((line) => pattern.test(line));
  const marks = [
    has(/^##\s+Project State\s*$/i),
    has(/^##\s+Gotchas\s*$/i) && has(/^\s*[-*]\s+.+(?:→|->|=>)/),
    has(/^##\s+Session Log\s*$/i),
    has(/^##\s+\d{4}-\d\d-\d\d\s*\|.+\|\s*mood:/i),
    has(/^\s*(?:[-*]\s+)?MEMORY:\s+\S/),
  ];
  return marks.filter(Boolean).length >= 2 || (marks[3] ?? false);
}

interface Reminder {
  isDone: boolean;
  words: string;
  /** A day, a moment, or words such as "next session". */
  due: string;
}

const WRITTEN_BY_MIND =
  /^\s*[-*]\s+\[([ xX])\]\s+([^|]+?)\s*\|\s*(absolute|next session|context|done)\s*\|\s*(.+?)\s*$/;
const WITH_LABELS = /^\s*[-*]\s+\[([ xX])\]\s+(.+?)\s*\|\s*due:\s*([^|]+?)\s*(?:\|\s*type:\s*([^|]+?)\s*)?$/;

function reminderIn(line: string): Reminder | null {
  const [, mark, place = '', type, message = ''] = WRITTEN_BY_MIND.exec(line) ?? [];
  if (mark !== undefined) {
    const due = type === 'next session' ? type : type === 'context' ? `when ${place} comes up` : place;
    return { isDone: mark !== ' ', words: message, due };
  }
  const [, box, words = '', due = ''] = WITH_LABELS.exec(line) ?? [];
  return box === undefined ? null : { isDone: box !== ' ', words, due };
}

/** Whether a text has reminders of Mind. */
export function isMindReminders(text: string): boolean {
  return fenceless(text).some((line) => reminderIn(line) !== null);
}

/** The notes of a SESSION.md. Lines under headings of its own are kept as findings that name the heading. */
export function readMindSession(text: string): MindEntry[] {
  const entries: MindEntry[] = [];
  let day: string | null = null;
  let form: SectionForm = { kind: 'discovered' };
  for (const line of plainLines(text)) {
    const titled = SESSION_TITLE.exec(line)?.[1] ?? '';
    const heading = /^##\s+(.+)$/.exec(line)?.[1];
    if (isDay(titled)) day = titled;
    else if (heading !== undefined)
      form = sectionNamed(heading) ?? { kind: 'discovered', prefix: `${oneLine(heading)}: ` };
    else if (!/^#/.test(line)) addLine(entries, line, { ...form, day, memory: null });
  }
  return entries;
}

/** A file that has none of Mind's forms, as one note. Empty for a file without text. */
export function freeFormEntry(name: string, text: string): MindEntry[] {
  const whole = withoutComments(text).trim();
  if (whole === '') return [];
  return [{ kind: 'discovered', text: `${name}, as it was written`, details: whole, day: null, memory: null }];
}

const DECISION =
  /\b(?:decided|decision|chose|choosing|going with|went with|settled on|switched (?:from|to)|agreed to|will use|using .{1,60} (?:over|instead of))\b/i;
const LEARNING =
  /\b(?:learn(?:ed|t|ing)|TIL|turns out|realis?zed|realized|found out|discovered|insight|key insight)\b/i;
const GOTCHA =
  /(?:→|->|=>)|\b(?:gotcha|watch out|beware|pitfall|doesn't work|does not work|didn't work|breaks?|broke|fails? (?:when|if|on|in)|must not|never use)\b/i;
/** Lines that say that there is nothing, also those of Mind's own templates. */
const NOTHING =
  /^(?:\(?(?:none|nothing|empty|tbd|n\/a|todo)(?: yet| so far)?\)?\.?|-+|_+|\(start writing here\)|(?:goal|stack|blocked):\s*(?:none|\((?:describe your goal|add your stack)\))?)$/i;

/** The entries of a MEMORY.md. */
export function readMindMemory(text: string): MindEntry[] {
  const entries: MindEntry[] = [];
  let day: string | null = null;
  let section = '';
  for (const line of promotedDays(text)) {
    const heading = /^##\s+(.+)$/.exec(line)?.[1]?.trim();
    if (heading !== undefined) {
      const [dated = '', summary = ''] = heading.split('|').map((part) => part.trim());
      section = heading.toLowerCase();
      day = isDay(dated.slice(0, 10))
        ? dated.slice(0, 10)
        : section === 'gotchas' || section === 'project state'
          ? null
          : day;
      if (isDay(dated) && summary !== '') addLine(entries, summary, { kind: 'discovered', day, memory: null });
    } else if (!/^#/.test(line)) addLine(entries, line, { ...memoryForm(line, section), day });
  }
  return entries;
}

/** What a line of MEMORY.md is. */
function memoryForm(line: string, section: string): Pick<MindEntry, 'kind' | 'memory'> {
  const words = wordsIn(line);
  if (section === 'project state') {
    if (/^blocked:/i.test(words)) return { kind: 'question', memory: null };
    return { kind: /^goal:/i.test(words) ? 'focus' : 'discovered', memory: null };
  }
  if (/^\s/.test(line)) return { kind: 'discovered', memory: null };
  if (section === 'gotchas' || /^gotcha:/i.test(words)) return { kind: 'tried', memory: 'gotcha' };
  if (/^(?:learned|learning):/i.test(words)) return { kind: 'discovered', memory: 'learning' };
  if (/^(?:decided|decision):/i.test(words) || DECISION.test(words)) return { kind: 'discovered', memory: 'decision' };
  if (LEARNING.test(words)) return { kind: 'discovered', memory: 'learning' };
  return GOTCHA.test(words) ? { kind: 'tried', memory: 'gotcha' } : { kind: 'discovered', memory: null };
}

/** The lines of a MEMORY.md, with the days of promoted lines as headings. */
function promotedDays(text: string): string[] {
  return plainLines(text.replace(/<!-- Promoted from SESSION\.md on (\d{4}-\d\d-\d\d)[^>]*-->/g, '\n## $1\n'));
}

/** The reminders of a REMINDERS.md, as questions that say when they are due; one that is done is resolved. */
export function readMindReminders(text: string): MindEntry[] {
  return plainLines(text).flatMap((line): MindEntry[] => {
    const found = reminderIn(line);
    if (found === null) return [];
    const due = oneLine(found.due);
    const when = `${oneLine(found.words)} (${due.startsWith('when ') ? due : `due ${due}`})`;
    const reminder = found.isDone ? `~~${when.replaceAll('~~', '')}~~ → done` : when;
    return [{ kind: 'question', text: clip(reminder, LONGEST_LINE), details: '', day: null, memory: null }];
  });
}

/** Adds a line as an entry, or to the details of the one above it. */
function addLine(
  entries: MindEntry[],
  line: string,
  { prefix = '', ...form }: Pick<MindEntry, 'kind' | 'day' | 'memory'> & { prefix?: string },
): void {
  const above = entries.at(-1);
  if (/^\s+\S/.test(line) && above) {
    above.details = `${above.details}\n${line.trim()}`.trim();
    return;
  }
  const words = wordsIn(line);
  if (words === '' || NOTHING.test(words)) return;
  const whole = oneLine(`${prefix}${words}`);
  const text = clip(whole, LONGEST_LINE);
  entries.push({ ...form, text, details: text === whole ? '' : words });
}

/** A line without the mark of a list, a box or `MEMORY:`. */
function wordsIn(line: string): string {
  return line
    .trim()
    .replace(/^(?:[-*+]|\d{1,3}[.)])\s+/, '')
    .replace(/^\[[ xX]\]\s+/, '')
    .replace(/^MEMORY:\s+/, '')
    .trim();
}

function plainLines(text: string): string[] {
  return withoutComments(text).split(/\r?\n/);
}
