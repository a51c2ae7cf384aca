import { sha1Of } from '#src/lib/digest.ts';
import { sessionIn } from '../front-matter-line.ts';
import { repeatedId } from '../event-id.ts';
import { FIELDS_OF_HANDOFFS, type Handoff, HANDOFF_FIELDS } from './handoff-fields.ts';
import type { NoteKind } from './note-kinds.ts';
import { type Observation, readObservations } from './observation.ts';
import { originIn, withoutOrigin } from './origin.ts';
import { scanNotebook } from './scan-notebook.ts';

/** A session's notebook as read from its file. Text is verbatim and untrusted. */
export interface Notebook {
  sessionId: string;
  /** In file order. */
  notes: Note[];
  /** In file order; only where the whole notebook was read and has some. */
  observations?: Observation[];
  /** Only where the whole notebook was read and has one. */
  handoff?: Handoff;
}

export interface Note {
  /** `n-` and six hex digits, plus `-2` for a repeat. Resolving a note keeps its id. */
  id: string;
  kind: NoteKind;
  /** The first line without its time, and without the marks of a resolved note. */
  text: string;
  /** The indented lines without their indent; may be empty. */
  details: string;
  /** Local `YYYY-MM-DD`, where the note states it; else the session's first day is meant. */
  date: string | null;
  /** Local `HH:MM`, if the note has one. */
  time: string | null;
  /** Set if the note is struck through. `answer` may be empty, `at` is `HH:MM` or `YYYY-MM-DD HH:MM`. */
  resolved: { answer: string; at: string | null } | null;
  /** The other system it was imported from, and the record's key there; see `origin.ts`. */
  origin?: string;
  /** Line number in the file, from 1. */
  line: number;
}

/** Reads the notebook of a session; null if its front matter names none. Never throws. */
export function readNotebook(text: string, sessionId: string = sessionIn(text)): Notebook | null {
  const structure = scanNotebook(text);
  if (sessionId === '') return null;
  const seen = new Map<string, number>();
  const notes: Note[] = [];
  for (const block of structure.blocks) {
    if (block.kind !== 'note') continue;
    const lines = structure.lines.slice(block.line, block.end).map(({ start, end }) => text.slice(start, end));
    const [first = '', ...rest] = lines;
    const { date, time, textAt } = block.form;
    const { words, resolved } = readResolution(first.slice(textAt).trim());
    const id = noteId(block.note, words);
    const count = (seen.get(id) ?? 0) + 1;
    seen.set(id, count);
    const written = rest.map((line) => line.replace(/^(?: {1,2}|\t)/, '')).join('\n');
    const origin = originIn(written);
    const details = origin === null ? written : withoutOrigin(written);
    notes.push({
      ...{ id: repeatedId(id, count), kind: block.note, text: words, details, date, time, resolved },
      ...(origin !== null && { origin }),
      line: block.line + 1,
    });
  }
  return { sessionId, notes };
}

/** The id of a note: `n-` and the first six hex digits of sha1Of(kind, newline, text), made as those of events are. */
export function noteId(kind: NoteKind, text: string): string {
  return `n-${sha1Of(`${kind}\n${text.normalize('NFC').trim()}`).slice(0, 6)}`;
}

const RESOLVED = /^~~(?=\S)(.*?\S)~~(?=\s|$)(.*)$/;
const WHEN = /\((?:\d{4}-\d\d-\d\d )?\d\d:\d\d\)$/;

/** Takes apart `~~question~~ → answer (15:20)`. */
function readResolution(line: string): { words: string; resolved: Note['resolved'] } {
  const [, words, rest = ''] = RESOLVED.exec(line) ?? [];
  if (words === undefined) return { words: line, resolved: null };
  const when = WHEN.exec(rest)?.[0] ?? '';
  const answer = rest
    .slice(0, rest.length - when.length)
    .trim()
    .replace(/^(?:→|->)\s*/, '');
  return { words, resolved: { answer, at: when === '' ? null : when.slice(1, -1) } };
}

/** The first line's text of a resolved note, without its time. */
export function resolvedText(text: string, answer: string, at: string): string {
  return `~~${text}~~${answer === '' ? '' : ` → ${answer}`} (${at})`;
}

/** Whether a new note of these words would be read as open, and with the same words once it is resolved. */
export function keepsItsWords(text: string): boolean {
  return readResolution(text).resolved === null && readResolution(resolvedText(text, '', '00:00')).words === text;
}

/** Reads a notebook with its observations and handoff, as pages and lists show them; hooks and commands need less. */
export function readWholeNotebook(text: string, sessionId?: string): Notebook | null {
  const notebook = readNotebook(text, sessionId);
  if (!notebook) return null;
  const [observations, handoff] = [readObservations(text), readHandoff(text)];
  return { ...notebook, ...(observations.length > 0 && { observations }), ...(handoff && { handoff }) };
}

/**
 * Where a session's work stands, for the session that continues it:
 *
 *     ## Handoff
 *
 *     Current Task: JWT for the API
 *     Suggested Next: try the cookie in a Safari iframe
 *       and measure it
 *
 * A value continues on indented lines.
 */

/** The handoff of a notebook; null if it states no field. Of a repeated field the last value counts. */
export function readHandoff(text: string): Handoff | null {
  const { lines, blocks } = scanNotebook(text);
  const handoff: Handoff = {};
  for (const block of blocks) {
    if (block.kind !== 'field') continue;
    const [first = '', ...rest] = lines.slice(block.line, block.end).map(({ start, end }) => text.slice(start, end));
    const more = rest.map((line) => line.replace(/^(?: {1,2}|\t)/, ''));
    const value = [first.slice(block.valueAt), ...more].join('\n').trim();
    if (value !== '') handoff[block.field] = value;
  }
  return Object.keys(handoff).length === 0 ? null : handoff;
}

/** The lines of a handoff, without a final newline. */
export function handoffLines(handoff: Handoff): string {
  return FIELDS_OF_HANDOFFS.flatMap((field) => {
    const value = handoff[field]?.trim() ?? '';
    return value === '' ? [] : [`${HANDOFF_FIELDS[field].label}: ${value.replace(/\n(?=[^\n])/g, '\n  ')}`];
  }).join('\n');
}
