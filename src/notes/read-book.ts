/** Reads the index of a project's book, and what its notebooks still say: all that a session's start needs. */
import { lstatSync } from 'node:fs';
import { BOOK_VERSION, type BookIndex } from '#src/notes/book-index.ts';
import type { NotebookState } from '#src/notes/session-notes.ts';
import { type Layout, notebookPath } from '#src/lib/paths.ts';
import { isRecord } from '#src/lib/is-record.ts';
import { sha1 } from '#src/lib/sha1.ts';
import { asText } from '../lib/latin1.ts';
import { readRegularFile } from '../lib/read-file.ts';
import { indexedPath } from '../record/index-entry.ts';

/** The name of the index of what holds in all projects: no path of a checkout. */
export const GLOBAL = 'global observations';

/** The index of the book of a checkout, or `GLOBAL`; null if it is missing, damaged or of another version. */
export function readBook(layout: Pick<Layout, 'books'>, root: string): BookIndex | null {
  return parsed(textOf(bookPath(layout, root)));
}

/**
 * Whether a text of the index is still in the notebook of a session: what was forgotten or deleted since must not be told. A
 * notebook that has not changed since the index read it is not read again; any other is read once.
 */
export function notebookReader(
  layout: Layout,
  files: Readonly<Record<string, NotebookState>> = {},
): (session: string, text: string) => boolean {
  const read = new Map<string, string | null>();
  /** Null for a notebook that has not changed. */
  const notebookOf = (session: string): string | null => {
    if (isUnchanged(layout, files[session])) return null;
    const chronicle = indexedPath(layout, session);
    return chronicle === null ? '' : textOf(notebookPath(chronicle));
  };
  return (session, text) => {
    if (!read.has(session)) read.set(session, notebookOf(session));
    const notebook = read.get(session) ?? null;
    return text !== '' && (notebook === null || notebook.includes(text));
  };
}

function isUnchanged({ projects }: Pick<Layout, 'projects'>, known: NotebookState | undefined): boolean {
  if (!known) return false;
  const stats = lstatSync(`${projects}/${known.place}`, { throwIfNoEntry: false });
  return stats?.isFile() === true && stats.mtimeMs === known.changed && stats.size === known.size;
}

/** The text of a file; empty for one that cannot be read. */
export function textOf(path: string): string {
  try {
    return asText(readRegularFile(path).text);
  } catch {
    return '';
  }
}

/** The file of the index of a checkout, or of `GLOBAL`. */
export function bookPath({ books }: Pick<Layout, 'books'>, root: string): string {
  return `${books}/${bookName(root)}.json`;
}

/** The name of its file: checkouts of any path have different ones. */
export function bookName(root: string): string {
  return root === GLOBAL ? 'global' : sha1(root).slice(0, 20);
}

/** Checked by hand, as hooks do not load the schema library: enough to tell our own file from a damaged one. */
function parsed(text: string): BookIndex | null {
  try {
    const value: unknown = JSON.parse(text);
    if (!isRecord(value)) return null;
    const { version, count, tokens, usage, ...lists } = value as Partial<Record<keyof BookIndex, unknown>>;
    if (version !== BOOK_VERSION || typeof count !== 'number' || typeof tokens !== 'number' || !isRecord(usage))
      return null;
    const { observations, links, handoffs, questions, answers, sessions, counted, files } = lists;
    const areLists = [observations, links, handoffs, questions, answers, sessions].every(
      (list) => Array.isArray(list) && list.every((entry) => isRecord(entry) && typeof entry.session === 'string'),
    );
    return areLists && Array.isArray(counted) && isRecord(files) ? (value as unknown as BookIndex) : null;
  } catch {
    return null;
  }
}
