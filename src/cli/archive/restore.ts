import { lostEvents } from '#src/chronicle/acknowledged.ts';
import { lostNotes } from '#src/chronicle/notebook/acknowledged-notes.ts';
import type { Session } from '#src/chronicle/session.ts';
import { createNotebook, notebookOf } from '#src/node/notebook/notebook-file.ts';
import { restoreNotes } from '#src/node/notebook/restore-notes.ts';
import { type LoggedRecord, readRecord, removeAcknowledged } from '#src/node/session/acknowledged-file.ts';
import { restoreEvents } from '#src/node/session/restore-events.ts';
import { layoutIn } from '#src/node/world.ts';
import { ChronicleError } from '#src/project/chronicle-error.ts';
import { notebookPath } from '#src/project/paths.ts';
import { counted } from '#src/text/day.ts';
import { defineCommand } from '../command.ts';
import type { CommandHelp } from '../command-help.ts';
import type { Io } from '../terminal/io.ts';
import { printResult, say } from '../terminal/print.ts';
import { ownSnapshot } from './own-archive.ts';
import { ANY_SESSION, sessionNamed } from './session-named.ts';

export const help: CommandHelp = {
  examples: [
    ['chronicle restore', 'lists what was lost, and changes nothing'],
    ['chronicle restore 2026-03-24-main', 'puts the lost events of a session back'],
    ['chronicle restore 2026-03-24-main --dismiss', 'you deleted them on purpose: they are not mentioned again'],
  ],
  files: [['<config>/session-chronicle/index/logged/', 'what was logged and noted in the last days']],
};

export const command = defineCommand({
  meta: {
    name: 'chronicle restore',
    description:
      'Put back logged events and notes that disappeared from a chronicle or notebook because an editor saved an older copy of the file. Each event goes where its time belongs, each note to the end of its section, and nothing else is changed. Without a session, lists what all sessions lost. A loss is noticed if it happens within a day after the session logged its last event, and listed until you decide',
  },
  args: {
    session: {
      type: 'positional',
      required: false,
      description: "The session's file name without .md, at least 6 characters of its id, or last",
    },
    dismiss: { type: 'boolean', description: 'Put nothing back: the events and notes were deleted on purpose' },
  },
  run({ args, io }) {
    if (args._.length > 1 || (args.dismiss && args.session === undefined))
      throw new ChronicleError(
        'CHRONICLE_NO_SESSION',
        "chronicle restore takes one session: its file's name, at least 6 characters of its id, or last. Nothing was changed.",
      );
    const { sessions } = ownSnapshot(io);
    if (args.session === undefined) return list(io, sessions);
    const session = sessionNamed(sessions, args.session, ANY_SESSION);
    if (args.dismiss) return dismiss(io, session);
    const events = restoreEvents(session.path, readRecord(layoutIn(io.world), session.id).events);
    const notes = restoredNotes(io, session);
    printResult(io, linesOf({ events, notes }).join('\n'));
    say(io, isNone({ events, notes }) ? NOTHING : placesOf(session, { events, notes }).join('\n'));
    return 0;
  },
});

/** The lost notes, put back in the notebook at the usual path. It may be a new one: that of a renamed session keeps its old name. */
function restoredNotes(io: Io, session: Session): LoggedRecord['notes'] {
  const { notes } = lostIn(io, session);
  if (notes.length === 0) return [];
  const owned = notebookOf(session.path, session.id);
  createNotebook(layoutIn(io.world), owned);
  return restoreNotes(owned, notes);
}

const NOTHING = 'No logged event or note of this session is missing. Nothing was changed.';

function list(io: Io, sessions: readonly Session[]): 0 {
  const losses = sessions
    .map((session) => ({ session, lost: lostIn(io, session) }))
    .filter(({ lost }) => !isNone(lost));
  printResult(
    io,
    losses.flatMap(({ session, lost }) => [`${session.path} (${session.id})`, ...linesOf(lost)]).join('\n'),
  );
  say(io, losses.length === 0 ? 'No logged event or note is missing.' : adviceOn(losses));
  return 0;
}

function adviceOn(losses: readonly { session: Session }[]): string {
  const session = losses.length === 1 ? (losses[0]?.session.id ?? '') : '<session>';
  return `\`chronicle restore ${session}\` puts them back. If you deleted them, add --dismiss.`;
}

function dismiss(io: Io, session: Session): 0 {
  const lost = lostIn(io, session);
  if (!isNone(lost)) removeAcknowledged(layoutIn(io.world), session.id, lost);
  say(io, isNone(lost) ? NOTHING : `Dismissed ${countedLost(lost)}. Nothing was put back.`);
  return 0;
}

function lostIn(io: Io, { id, chronicle, notebook }: Session): LoggedRecord {
  const { events, notes } = readRecord(layoutIn(io.world), id);
  return {
    events: lostEvents(events, chronicle.events),
    notes: notebook ? lostNotes(notes, notebook.notes) : [],
  };
}

/** Where what was put back is now, a sentence a file. */
function placesOf({ path }: Session, { events, notes }: LoggedRecord): string[] {
  return [
    ...(events.length === 0 ? [] : [`Put back ${counted(events.length, 'event')} in ${path}.`]),
    ...(notes.length === 0 ? [] : [`Put back ${counted(notes.length, 'note')} in ${notebookPath(path)}.`]),
  ];
}

function isNone({ events, notes }: LoggedRecord): boolean {
  return events.length + notes.length === 0;
}

/** `2 events and 1 note`. */
function countedLost({ events, notes }: LoggedRecord): string {
  const parts = [
    ...(events.length === 0 ? [] : [counted(events.length, 'event')]),
    ...(notes.length === 0 ? [] : [counted(notes.length, 'note')]),
  ];
  return parts.join(' and ');
}

function linesOf({ events, notes }: LoggedRecord): string[] {
  return [
    ...events.map(({ time, tag, text }) => `    - ${time} [${tag}] ${text}`),
    ...notes.map(({ note, when, text }) => `    - ${when} ${note}: ${text}`),
  ];
}
