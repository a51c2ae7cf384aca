/** `chronicle observations supersede OLD --by NEW`: says in the notebook of the newer observation that it replaces the older. */

import { addSuperseded } from '#src/chronicle/notebook/edit-notebook.ts';
import { readObservations } from '#src/chronicle/notebook/observation.ts';
import type { Session } from '#src/chronicle/session.ts';
import { editNotebook, notebookOf } from '#src/node/notebook/notebook-file.ts';
import { rebuildBook } from '#src/node/session/book-file.ts';
import { placeOf } from '#src/node/session/find.ts';
import { layoutIn } from '#src/node/world.ts';
import { allObservations, type BookObservation, globalName, resolvedName, supersededBy } from '#src/notebook/book.ts';
import { observedSession } from '#src/notebook/observed-session.ts';
import { ChronicleError } from '#src/project/chronicle-error.ts';
import { oneLine } from '#src/text/clip.ts';
import { agrees } from '../forget/agrees.ts';
import type { Io } from '../terminal/io.ts';
import { printResult, say } from '../terminal/print.ts';

interface Wish {
  /** The older observation and the newer one, as ids or `<session>#id`. */
  old: string | undefined;
  by: string | undefined;
  isAgreed: boolean;
}

/**
 * Links two observations of these sessions, which come newest first; shows the change and asks. Refuses (CHRONICLE_WRONG_USE)
 * ids that are unknown or mean several, and links without effect. Returns the exit code.
 */
export async function supersede(io: Io, sessions: readonly Session[], { old, by, isAgreed }: Wish): Promise<number> {
  if (old === undefined || by === undefined)
    throw wrongUse(
      'Use chronicle observations supersede OLD --by NEW. If nothing replaces an observation, chronicle forget deletes it for good.',
    );
  const all = allObservations(sessions.toReversed().flatMap(observedSession));
  const [older, newer] = [named(all, old), named(all, by)];
  refuseInVain(all, older, newer);
  const session = sessions.find(({ id }) => id === newer.session);
  if (!session) throw wrongUse(`The session of ${by} is gone.`);
  const name = globalName(older);
  printResult(
    io,
    `${globalName(newer)}  ${oneLine(newer.observation.title)}\nwill supersede\n${name}  ${oneLine(older.observation.title)}`,
  );
  if (!isAgreed && !(await agrees(io, 'Write this into the notebook of the newer one?'))) return 2;
  const owned = notebookOf(session.path, session.id);
  editNotebook(owned, (current) => {
    const found = readObservations(Buffer.from(current, 'latin1').toString()).find(({ id }) => id === newer.id);
    if (found?.supersedes.includes(name)) return current;
    return found ? addSuperseded(current, found.line, name) : current;
  });
  rebuildBook(layoutIn(io.world), placeOf(session.path).projectDirectory);
  say(io, `Written. To undo it, delete the line "Supersedes: ${name}" in ${owned.path}.`);
  return 0;
}

/** The observation with an id. */
function named(all: readonly BookObservation[], id: string): BookObservation {
  const sessions = new Set(all.map(({ session }) => session));
  const full = id.includes('#') ? resolvedName(id, '', sessions) : null;
  const found = all.filter((entry) => (id.includes('#') ? globalName(entry) === full : entry.id === id));
  const [only, ...others] = found;
  if (!only)
    throw wrongUse(`No observation of this project has the id ${oneLine(id)}. chronicle observations lists them.`);
  if (others.length > 0)
    throw wrongUse(
      `${found.length} observations have the id ${oneLine(id)}: ${found.map(globalName).join(', ')}. Use one of these.`,
    );
  return only;
}

function refuseInVain(all: readonly BookObservation[], older: BookObservation, newer: BookObservation): void {
  if (older === newer) throw wrongUse('An observation cannot supersede itself.');
  const superseded = supersededBy(all);
  const by = superseded.get(globalName(older));
  if (by) throw wrongUse(`${older.id} is superseded already, by ${globalName(by)}.`);
  if (superseded.get(globalName(newer)) === older) throw wrongUse(`${newer.id} is superseded by ${older.id} itself.`);
  if (older.attended && !newer.attended)
    throw wrongUse(
      `Nobody attended the session of ${newer.id}, so it cannot supersede ${older.id}, which a person saw.`,
    );
}

function wrongUse(sentence: string): ChronicleError {
  return new ChronicleError('CHRONICLE_WRONG_USE', `${sentence} Nothing was changed.`);
}
