/**
 * `chronicle observations supersede OLD [NEW]`: says in the notebook of the newer observation that it replaces the older.
 * Without a newer one, the older says of itself that it no longer holds.
 */

import { addSuperseded } from '#src/format/notebook/edit-notebook.ts';
import { readObservations } from '#src/format/notebook/observation.ts';
import type { Session } from '#src/format/session.ts';
import { asText } from '#src/lib/latin1.ts';
import { editNotebook, notebookOf } from '#src/notes/notebook-file.ts';
import { rebuildIndex } from '#src/notes/notebook-index-file.ts';
import { projectOfChronicle, rulesIn } from '#src/record/where.ts';
import { pathsIn } from '#src/lib/env.ts';
import {
  allObservations,
  type BookObservation,
  globalName,
  ITSELF,
  resolvedName,
  observedSession,
  supersededBy,
} from '#src/notes/book.ts';
import { SessionIds } from '#src/notes/session-ids.ts';
import { ChronicleError } from '#src/lib/chronicle-error.ts';
import { oneLine } from '#src/lib/text/clip.ts';
import { agrees } from '../terminal/agrees.ts';
import type { Io } from '../terminal/io.ts';
import { printResult, say } from '../terminal/print.ts';

interface Wish {
  /** The older observation and, if there is one, the newer, as ids or `<session>#id`. */
  old: string | undefined;
  by: string | undefined;
  isAgreed: boolean;
}

/**
 * Takes an observation of these sessions, which come newest first, out of the book; shows the change and asks. Refuses
 * (CHRONICLE_WRONG_USE) ids that are unknown, mean several or are superseded. Returns the exit code.
 */
export async function supersede(io: Io, sessions: readonly Session[], { old, by, isAgreed }: Wish): Promise<number> {
  if (old === undefined) throw wrongUse('Use chronicle observations supersede OLD [NEW].');
  const all = allObservations(sessions.toReversed().flatMap(observedSession));
  const older = named(all, old);
  const newer = by === undefined ? older : named(all, by);
  refuseInVain(all, older, by === undefined ? null : newer);
  const session = sessions.find(({ id }) => id === newer.session);
  if (!session) throw wrongUse(`The session of ${oneLine(newer.id)} is gone.`);
  const name = globalName(older);
  const target = by === undefined ? ITSELF : name;
  printResult(
    io,
    by === undefined
      ? `${titled(older)}\nwill be retired: no briefing shows it, and the book lists it only with --superseded`
      : `${titled(newer)}\nwill supersede\n${titled(older)}`,
  );
  if (!isAgreed && !(await agrees(io, `Write this into the notebook of ${newer.id}?`))) return 2;
  const owned = notebookOf(session.path, session.id);
  const written = editNotebook(owned, (current) => {
    const found = observationIn(current, newer.id);
    return !found || found.supersedes.includes(target) ? current : addSuperseded(current, found.line, target);
  });
  if (!observationIn(written, newer.id)?.supersedes.includes(target))
    throw wrongUse(`${newer.id} has left its notebook meanwhile.`);
  rebuildIndex(pathsIn(io.env), projectOfChronicle(session.path, rulesIn(io.env)));
  say(
    io,
    `Written. To undo it, delete the line "Supersedes: ${target}" of ${newer.id} in ${owned.path}; chronicle brief brings it back.`,
  );
  return 0;
}

function titled(entry: BookObservation): string {
  return `${globalName(entry)}  ${oneLine(entry.observation.title)}`;
}

/** The observation with an id in a notebook's bytes, read as Latin-1. */
function observationIn(bytes: string, id: string) {
  return readObservations(asText(bytes)).find((each) => each.id === id);
}

/** The observation with an id. */
function named(all: readonly BookObservation[], id: string): BookObservation {
  const sessions = new SessionIds(all.map(({ session }) => session));
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

function refuseInVain(all: readonly BookObservation[], older: BookObservation, newer: BookObservation | null): void {
  if (older === newer) throw wrongUse('An observation cannot supersede itself. Leave out the second id to retire it.');
  const superseded = supersededBy(all);
  const by = superseded.get(globalName(older));
  if (by === older) throw wrongUse(`${older.id} is retired already.`);
  if (by) throw wrongUse(`${older.id} is superseded already, by ${globalName(by)}.`);
  if (newer === null) return;
  const next = superseded.get(globalName(newer));
  if (next === newer) throw wrongUse(`${newer.id} is retired, so it cannot supersede ${older.id}.`);
  if (next) throw wrongUse(`${newer.id} is itself superseded, by ${globalName(next)}.`);
  if (older.attended && !newer.attended)
    throw wrongUse(
      `Nobody attended the session of ${newer.id}, so it cannot supersede ${older.id}, which a person saw.`,
    );
}

function wrongUse(sentence: string): ChronicleError {
  return new ChronicleError('CHRONICLE_WRONG_USE', `${sentence} Nothing was changed.`);
}
