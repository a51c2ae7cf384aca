import type { Note } from '#src/format/notebook/notebook.ts';
import { areAlike, attemptOf } from './alike-attempts.ts';
import { noteLine } from './told-notebook.ts';

/** An earlier note, with the session it is from. */
export interface Earlier {
  note: Note;
  session: string;
  /** The session's first day. */
  day: string;
}

/** How many earlier attempts are told. */
const TOLD = 3;

/** The Tried lines among `notes` that are the same attempt as a new one, newest first. */
export function triedBefore<Each extends { note: Note }>(text: string, notes: readonly Each[]): Each[] {
  const attempt = attemptOf(text);
  return notes
    .filter(({ note }) => note.kind === 'tried' && areAlike(attempt, attemptOf(note.text)))
    .reverse()
    .slice(0, TOLD);
}

/**
 * What `chronicle note tried` answers about earlier attempts that are alike; empty if there are none:
 *
 *     Tried before in this session:
 *     - 14:31 httpOnly cookie for the JWT → Safari blocks it (n-12ab34)
 */
export function triedBeforeText(own: readonly Note[], others: readonly Earlier[]): string {
  const here = own.map((note) => `${noteLine(note)}\n`);
  const elsewhere = others.map(
    ({ note, session, day }) => `${noteLine({ ...note, date: note.date ?? day, id: `${session}#${note.id}` })}\n`,
  );
  return [
    ...(here.length === 0 ? [] : ['Tried before in this session:\n', ...here]),
    ...(elsewhere.length === 0 ? [] : ['Tried before in this project:\n', ...elsewhere]),
  ].join('');
}
