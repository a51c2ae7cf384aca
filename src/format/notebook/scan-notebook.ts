/**
 * Finds the headings and notes in a notebook, for reading and for editing:
 *
 *     ---                                  front matter
 *     session_id: …
 *     ---
 *     ## Open Questions                    section
 *     - 14:50 ~~Refresh tokens?~~ → no     note …
 *       asked twice                        … with one detail line
 *     ## Observations                      section
 *     - 15:10 [decision] [P1] Rotate …     observation, with its details
 *     ## Handoff                           section
 *     Current Task: …                      field
 *
 * Everything is recognised by ASCII characters, so a scan of bytes read as Latin-1 finds the same lines.
 */
import { isDay } from '#src/lib/calendar-day.ts';
import { detailsEnd, fenceEnds, headingAt, isBlank, type Line, type Scan, scanFrontMatter } from '../scan.ts';
import { type HandoffField, handoffField } from './handoff-fields.ts';
import { kindOfHeading, KINDS_OF_NOTES, NOTE_KINDS, type NoteKind } from './note-kinds.ts';
import { type Problem, problemAt } from '../problem.ts';

export interface NotebookScan extends Omit<Scan, 'blocks'> {
  blocks: NotebookBlock[];
}

/** `line` and `end` are line indexes; a block ends before `end`. */
export type NotebookBlock =
  /** A level 2 heading. Its section lasts until the next heading of level 1 or 2. */
  | { kind: 'section'; line: number; end: number; title: string; note: NoteKind | null; part: NotebookPart | null }
  | { kind: 'note'; line: number; end: number; note: NoteKind; form: NoteForm }
  | { kind: 'observation'; line: number; end: number; form: NoteForm }
  | { kind: 'field'; line: number; end: number; field: HandoffField; valueAt: number }
  /** A line in a known section, or before the first section, that has none of its forms. */
  | { kind: 'stray'; line: number; end: number };

/** The sections that are not of notes. */
export const NOTEBOOK_PARTS = ['Observations', 'Handoff'] as const;

export type NotebookPart = (typeof NOTEBOOK_PARTS)[number];

/** Where the parts of a note's first line are, as offsets from its beginning. */
export interface NoteForm {
  date: string | null;
  time: string | null;
  textAt: number;
}

type Section = Extract<NotebookBlock, { kind: 'section' }>;

const FORM = /^- (?:(?:(\d{4}-\d\d-\d\d) )?((?:[01]\d|2[0-3]):[0-5]\d|--:--)(?=[ \t]|$)[ \t]*)?/;

/** Scans any text in linear time. */
export function scanNotebook(text: string): NotebookScan {
  const { lines, frontMatter } = scanFrontMatter(text);
  const fenceEnd = fenceEnds(text, lines);
  const blocks: NotebookBlock[] = [];
  let section: Section | null = null;
  for (let i = frontMatter.close + 1; i < lines.length; ) {
    const line = lines[i];
    const block: NotebookBlock | null =
      line && !isBlank(text, line) ? blockAt(text, lines, i, section, fenceEnd) : null;
    if (block?.kind === 'section') section = block;
    if (block) blocks.push(block);
    i = block?.end ?? i + 1;
  }
  return { lines, frontMatter, blocks };
}

/** The block that begins at a line; null for a line in a section that is not ours. */
function blockAt(
  text: string,
  lines: Line[],
  i: number,
  section: Section | null,
  fenceEnd: (index: number) => number | null,
): NotebookBlock | null {
  const { start, end: lineEnd } = lines[i] ?? { start: 0, end: 0 };
  const heading = text[start] === '#' ? headingAt(text, { start, end: lineEnd, next: lineEnd }, i) : null;
  if (heading && heading.level <= 2) return sectionAt(text.slice(start, lineEnd), i, heading);
  if (section !== null && section.note === null && section.part === null) return null;
  const line = text.slice(start, lineEnd);
  const place = () => ({ line: i, end: detailsEnd(text, lines, i + 1) });
  if (section?.part === 'Handoff') {
    const field = fieldForm(line);
    if (field) return { kind: 'field', ...place(), ...field };
  } else {
    const form = section === null ? null : noteForm(line);
    if (form && section?.note) return { kind: 'note', ...place(), note: section.note, form };
    if (form && section?.part) return { kind: 'observation', ...place(), form };
  }
  const fence = fenceEnd(i);
  return { kind: 'stray', line: i, end: fence === null || fence === -1 ? i + 1 : fence };
}

function sectionAt(whole: string, line: number, { level, title }: { level: number; title: string }): Section {
  const name = title.trim().toLowerCase();
  return {
    kind: 'section',
    ...{ line, end: line + 1, title: whole },
    note: level === 2 ? kindOfHeading(title) : null,
    part: level === 2 ? (NOTEBOOK_PARTS.find((part) => part.toLowerCase() === name) ?? null) : null,
  };
}

/** A field of the handoff: its label, a colon, and the value to the end of the line. */
function fieldForm(line: string): { field: HandoffField; valueAt: number } | null {
  const colon = line.slice(0, 40).indexOf(':');
  const field = colon < 1 ? null : handoffField(line.slice(0, colon));
  return field === null ? null : { field, valueAt: colon + 1 };
}

function noteForm(line: string): NoteForm | null {
  const match = FORM.exec(line);
  if (!match) return null;
  const [all, date = null, time = null] = match;
  if (date !== null && !isDay(date)) return { date: null, time: null, textAt: 2 };
  return { date, time: time === '--:--' ? null : time, textAt: all.length };
}

/** The problems with a notebook's headings and lines, by line. */
export function inspectNotebook(text: string): Problem[] {
  const opened = new Set<string>();
  return scanNotebook(text).blocks.flatMap((block): Problem[] => {
    const line = block.line + 1;
    if (block.kind === 'stray') return [problemAt('CHRONICLE_NOTEBOOK_LINE', line, 1)];
    if (block.kind !== 'section') return [];
    const heading = block.note === null ? block.part : NOTE_KINDS[block.note].heading;
    if (heading === null) return [unknownHeading(block.title, line)];
    if (opened.has(heading)) return [problemAt('CHRONICLE_NOTEBOOK_HEADING_TWICE', line, 1, heading)];
    opened.add(heading);
    return [];
  });
}

function unknownHeading(title: string, line: number): Problem {
  const words = plainWords(title);
  const headings = [...KINDS_OF_NOTES.map((kind) => NOTE_KINDS[kind].heading), ...NOTEBOOK_PARTS];
  const nearest = headings.find((heading) => plainWords(heading).some((word) => words.includes(word)));
  return problemAt('CHRONICLE_NOTEBOOK_HEADING', line, 1, title.slice(0, 60), nearest);
}

function plainWords(title: string): string[] {
  return title.toLowerCase().match(/[a-z]{4,40}/g) ?? [];
}
