/** Reads and writes notebooks; `src/notebook` has their form. */
import { dirname } from 'node:path';
import { addNote, emptyNotebook, rewriteNote } from '#src/format/notebook/edit-notebook.ts';
import type { NoteKind } from '#src/format/notebook/note-kinds.ts';
import { type Note, type Notebook, noteId, readNotebook, resolvedText } from '#src/format/notebook/notebook.ts';
import { createWhole, replaceFile } from '#src/lib/files.ts';
import { ChronicleError, isErrno } from '#src/lib/chronicle-error.ts';
import { type Paths, notebookPath } from '#src/lib/paths.ts';
import { isThere } from '#src/lib/is-there.ts';
import { asBytes, asText } from '#src/lib/latin1.ts';
import { readRegularFile } from '#src/lib/read-file.ts';
import { privateDirectory } from '#src/lib/private-directory.ts';

/** How long to wait for other processes that write the notebook (ms). The agent waits for the command. */
const PATIENCE = 10_000;

/** A session's notebook and its path. */
export interface OwnNotebook {
  path: string;
  /** The session's chronicle. */
  chronicle: string;
  sessionId: string;
}

/** The notebook of the session with this chronicle. Its file may not exist. */
export function notebookOf(chronicle: string, sessionId: string): OwnNotebook {
  return { path: notebookPath(chronicle), chronicle, sessionId };
}

/**
 * Reads a notebook; null if there is none. Throws CHRONICLE_NOTEBOOK if the file is not this session's notebook. `digest`
 * makes the ids of its notes.
 */
export function readOwnNotebook({ path, sessionId }: OwnNotebook): Notebook | null {
  try {
    return own(asText(readRegularFile(path).text), path, sessionId);
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return null;
    throw error;
  }
}

/** Adds a note, in a new notebook if there is none, and returns its id. `when` is `HH:MM` or `YYYY-MM-DD HH:MM`. */
export function writeNote(paths: Paths, target: OwnNotebook, kind: NoteKind, when: string, text: string): string {
  createNotebook(paths, target);
  const latin1 = asBytes(text);
  const written = editNotebook(target, (current) => addNote(current, kind, when, latin1));
  const id = noteId(kind, text);
  const same = notesIn(written, target).filter((note) => note.id === id || note.id.startsWith(`${id}-`));
  return same.at(-1)?.id ?? id;
}

/**
 * Strikes a note through, with an answer that may be empty, and returns the note as it was. Throws CHRONICLE_NO_NOTE if the
 * notebook has no note with this id, or if it is resolved already.
 */
export function resolveNote(target: OwnNotebook, id: string, answer: string, at: string): Note {
  if (readOwnNotebook(target) === null)
    throw new ChronicleError('CHRONICLE_NO_NOTE', 'This session has no notebook yet. Nothing was written.');
  let found: Note | null = null;
  editNotebook(target, (current) => {
    const note = notesIn(current, target).find((each) => each.id === id);
    if (!note)
      throw new ChronicleError('CHRONICLE_NO_NOTE', `There is no note ${id} in ${target.path}. Nothing was written.`);
    if (note.resolved !== null)
      throw new ChronicleError('CHRONICLE_NO_NOTE', `The note ${id} is resolved already. Nothing was written.`);
    found = note;
    return rewriteNote(current, note.line, asBytes(resolvedText(note.text, answer, at)));
  });
  if (found === null)
    throw new ChronicleError('CHRONICLE_NO_NOTE', `The note ${id} was not found. Nothing was written.`);
  return found;
}

/** Adds a question of another session with its answer, in a new notebook if there is none. */
export function writeAnswer(paths: Paths, target: OwnNotebook, question: string, answer: string, at: string): void {
  createNotebook(paths, target);
  const words = asBytes(resolvedText(question, answer, at));
  editNotebook(target, (current) => addNote(current, 'question', at, words));
}

/** Changes a notebook's bytes, read as Latin-1; throws CHRONICLE_NOTEBOOK if the file is not this session's notebook. */
export function editNotebook(
  { path, sessionId }: Pick<OwnNotebook, 'path' | 'sessionId'>,
  change: (text: string) => string,
): string {
  return replaceFile(path, PATIENCE, (current) => {
    own(asText(current), path, sessionId);
    return change(current);
  });
}

/** Makes an empty notebook if there is none. */
export function createNotebook(paths: Paths, { path, sessionId }: OwnNotebook): void {
  privateDirectory(dirname(path), paths.config);
  if (!isThere(path)) createWhole(path, asBytes(emptyNotebook(sessionId)));
}

function notesIn(latin1: string, { path, sessionId }: OwnNotebook): Note[] {
  return own(asText(latin1), path, sessionId).notes;
}

function own(text: string, path: string, sessionId: string): Notebook {
  const notebook = readNotebook(text);
  if (notebook?.sessionId === sessionId) return notebook;
  const fault = notebook ? `belongs to session ${notebook.sessionId}` : 'has no session_id in its front matter';
  throw new ChronicleError('CHRONICLE_NOTEBOOK', `The notebook ${path} ${fault}. Move it away. Nothing was written.`);
}
