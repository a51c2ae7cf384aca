/** What `chronicle note tried` answers about earlier attempts that are alike. */
import { readNotebook } from '#src/format/notebook/notebook.ts';
import type { Note } from '#src/format/notebook/notebook.ts';
import { asText } from '../lib/latin1.ts';
import type { Paths } from '../lib/paths.ts';
import { readRegularFile } from '../lib/read-file.ts';
import type { CheckoutProject } from '../record/where.ts';
import { areAlike, attemptOf } from './alike-attempts.ts';
import { notedSessions } from './notebook-index-file.ts';
import { noteLine } from './told-notebook.ts';

/** How many of the project's newest notebooks are read, and how many of their Tried lines are compared. */
const NEWEST = 40;
const COMPARED = 200;
/** How many earlier attempts are told. */
const TOLD = 3;

/** An earlier note, with the session it is from. */
interface Earlier {
  note: Note;
  session: string;
  /** The session's first day. */
  day: string;
}

/**
 * The lines about attempts that are the same as a new one, in the session's own notes and in other notebooks of the project,
 * newest first; empty without any. Reads the files, so that what somebody deleted there is not repeated:
 *
 *     Tried before in this session:
 *     - 14:31 httpOnly cookie for the JWT → Safari blocks it (n-12ab34)
 */
export function triedBefore(
  paths: Paths,
  project: CheckoutProject,
  { note, own, session }: { note: Pick<Note, 'id' | 'text'>; own: readonly Note[]; session: string },
): string {
  const others = notedSessions(paths, project)
    .filter((each) => each.session !== session)
    .slice(0, NEWEST)
    .flatMap(({ session: other, file }) => triedIn(`${paths.projects}/${file?.place}`, other))
    .slice(0, COMPARED);
  const here = own.filter(({ id, resolved }) => id !== note.id && resolved === null).reverse();
  const lines = (heading: string, notes: readonly Note[]) => {
    const attempt = attemptOf(note.text);
    const alike = notes.filter(({ kind, text }) => kind === 'tried' && areAlike(attempt, attemptOf(text)));
    return alike.length === 0 ? [] : [heading, ...alike.slice(0, TOLD).map(noteLine)];
  };
  const elsewhere = others.map(({ note: each, session: other, day }) => ({
    ...{ ...each, date: each.date ?? day, id: `${other}#${each.id}` },
  }));
  return [...lines('Tried before in this session:', here), ...lines('Tried before in this project:', elsewhere)]
    .map((line) => `${line}\n`)
    .join('');
}

/** The attempts in a notebook that are not struck through, newest first; none in a file that cannot be read. */
function triedIn(path: string, session: string): Earlier[] {
  try {
    const notes = readNotebook(asText(readRegularFile(path).text))?.notes ?? [];
    const day = /(\d{4}-\d\d-\d\d)[^/]*$/.exec(path)?.[1] ?? '';
    const tried = notes.filter(({ kind, resolved }) => kind === 'tried' && resolved === null).reverse();
    return tried.map((note) => ({ note, session, day }));
  } catch {
    return [];
  }
}
