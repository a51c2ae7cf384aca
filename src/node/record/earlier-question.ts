/** Questions of other sessions of a project, which a session answers in its own notebook. */
import { basename, dirname } from 'node:path';
import { keepsItsWords, type Note, type Notebook, readNotebook } from '#src/chronicle/notebook/notebook.ts';
import { shortId } from '#src/chronicle/session-id.ts';
import { ChronicleError } from '#src/project/chronicle-error.ts';
import { type Layout, notebookPath } from '#src/project/paths.ts';
import { asText } from '../disk/latin1.ts';
import { namesIn } from '../disk/names-in.ts';
import { readRegularFile } from '../disk/read-file.ts';
import { ofSameProject } from '../notebook/earlier-tried.ts';
import { notebookOf, type Owned, readOwnNotebook } from '../notebook/notebook-file.ts';
import { currentChronicle } from '../session/current.ts';
import { rulesIn } from '../session/where.ts';
import type { World } from '../world.ts';
import { namedSession } from './named-session.ts';

/** How many of the project's newest notebooks are searched for an id. A briefing names at most 20 questions. */
const NEWEST = 200;

export interface EarlierQuestion {
  session: string;
  text: string;
}

/**
 * The open question of another session of the project that has this id: of the session `named`, else of the newest one that
 * has it. Throws CHRONICLE_NO_NOTE, with what to do, if there is none that can be answered.
 */
export function earlierQuestion(
  world: World,
  layout: Layout,
  own: Owned,
  named: string | undefined,
  id: string,
): EarlierQuestion {
  const isOwn = ofSameProject(own, rulesIn(world));
  const found = named === undefined ? newestWith(own, id, isOwn) : inSession(world, layout, isOwn, named, id);
  const { note, session } = found;
  const name = `${shortId(session)}#${note.id}`;
  if (note.kind !== 'question')
    throw refusal(`${name} is a note of the kind ${note.kind}. Of other sessions, only questions can be resolved.`);
  if (note.resolved !== null) throw refusal(`The question ${name} is resolved already.`);
  if (!keepsItsWords(note.text))
    throw refusal(`The question ${name} contains ~~. Note it again without, and resolve that note.`);
  return { session, text: note.text };
}

interface Found {
  note: Note;
  session: string;
}

/** Whether a notebook is of the project of another one. */
type IsOwn = (path: string) => boolean;

function newestWith({ path }: Owned, id: string, isOwn: IsOwn): Found {
  const directory = dirname(path);
  const names = namesIn(directory).filter((name) => /^\d{4}-\d\d-\d\d.*\.md$/.test(name) && name !== basename(path));
  for (const name of names.sort().slice(-NEWEST).reverse()) {
    const notebook = notebookAt(`${directory}/${name}`);
    const note = notebook?.notes.find((each) => each.id === id);
    if (notebook && note && isOwn(`${directory}/${name}`)) return { note, session: notebook.sessionId };
  }
  throw refusal(
    `There is no note ${id} in this session's notebook or the project's newest notebooks. chronicle notes prints the ids of this session, chronicle notes SESSION-ID those of another one.`,
  );
}

function inSession(world: World, layout: Layout, isOwn: IsOwn, named: string, id: string): Found {
  const session = namedSession(world, layout, named);
  const chronicle = currentChronicle(world, layout, session);
  if (!isOwn(notebookPath(chronicle)))
    throw refusal(`Session ${shortId(session)} belongs to another project, where its questions are answered.`);
  const note = readOwnNotebook(notebookOf(chronicle, session))?.notes.find((each) => each.id === id);
  if (note) return { note, session };
  throw refusal(
    `Session ${shortId(session)} has no note ${id}. chronicle notes ${shortId(session)} prints its notes with their ids.`,
  );
}

/** Null for a file that cannot be read: `chronicle check` reports it. */
function notebookAt(path: string): Notebook | null {
  try {
    return readNotebook(asText(readRegularFile(path).text));
  } catch {
    return null;
  }
}

function refusal(sentences: string): ChronicleError {
  return new ChronicleError('CHRONICLE_NO_NOTE', `${sentences} Nothing was written.`);
}
