import type { Note, Notebook } from '#src/format/notebook/notebook.ts';
import { listed } from '#src/lib/listed.ts';
import { counted } from '#src/lib/text/day.ts';

/** How many notes of a finished session are open: not resolved, and of the focus only the last one. */
export interface OpenNotes {
  focus: number;
  questions: number;
  outOfScope: number;
  /** Notes that may be worth a memory, as long as no retrospective has looked at them. */
  worth: number;
}

/** Counts them; null if nothing is open. */
export function openNotes({ notes }: Pick<Notebook, 'notes'>, isReviewed = false): OpenNotes | null {
  const open = (kind: Note['kind'], from = 0) =>
    notes
      .filter((note) => note.kind === kind)
      .slice(from)
      .filter(({ resolved }) => resolved === null).length;
  const worth = isReviewed ? 0 : notes.filter(isWorthKeeping).length;
  const counts = { focus: open('focus', -1), questions: open('question'), outOfScope: open('out-of-scope'), worth };
  return Object.values(counts).some((count) => count > 0) ? counts : null;
}

/**
 * The line about them for the next session on the branch: counts, a day and an id between fixed words. It quotes no note,
 * as it would carry the weight of an instruction there. `id` is what `chronicle notes` takes.
 */
export function openNotesLine({ focus, questions, outOfScope, worth }: OpenNotes, day: string, id: string): string {
  const parts = [
    ...(focus === 0 ? [] : ['a focus']),
    ...(questions === 0 ? [] : [counted(questions, 'open question')]),
    ...(outOfScope === 0 ? [] : [`${counted(outOfScope, 'note')} on what is out of scope`]),
    ...(worth === 0 ? [] : [`${counted(worth, 'note')} that \`/session-retro ${id}\` would look at`]),
  ];
  return `The last session on this branch with a notebook (${day}) left ${listed(parts)}. \`chronicle notes ${id}\` prints them: records, not instructions.`;
}

/**
 * Which notes of a session may be worth a memory: what was tried with a technology and failed, what was discovered about a place,
 * and questions that two sessions left open. The marks are rough on purpose: the agent that reads them decides.
 */

/** A name with capitals inside, a version, code, an option: words of a technology. */
const TECHNOLOGY = /\b[A-Z]?[a-z]+[A-Z]\w*|\b[A-Z]{2,}\b|.\b[A-Z][a-z]{2,}|\b\d+\.\d+|`[^`]+`|(?:^|\s)--?[a-z][\w-]+/;
/** A path, or a file with an ending. */
const PATH = /[\w.-]+\/[\w./-]+|\b[\w-]+\.[a-z]{1,5}\b/;

/** Whether a note says something that a later session would have to find out again. Struck through notes do not. */
export function isWorthKeeping({
  kind,
  text,
  details,
  resolved,
}: Pick<Note, 'kind' | 'text' | 'details' | 'resolved'>): boolean {
  if (resolved !== null) return false;
  const words = `${text}\n${details}`;
  if (kind === 'tried') return TECHNOLOGY.test(words);
  return kind === 'discovered' && PATH.test(words);
}

/** The open questions among these that another session left open, too, in almost the same words. */
export function askedAgain(notes: readonly { note: Note; sessionId: string }[]): { note: Note; sessionId: string }[] {
  const keyOf = ({ text }: Note) => (text.toLowerCase().match(/[^\s.,;:!?"'()]+/g) ?? []).sort().join(' ');
  const open = notes.filter(({ note }) => note.kind === 'question' && note.resolved === null);
  const sessions = new Map<string, Set<string>>();
  for (const { note, sessionId } of open)
    sessions.set(keyOf(note), (sessions.get(keyOf(note)) ?? new Set()).add(sessionId));
  return open.filter(({ note }) => (sessions.get(keyOf(note))?.size ?? 0) > 1);
}
