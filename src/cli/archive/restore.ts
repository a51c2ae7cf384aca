import { type Acknowledged, lostEvents } from '#src/chronicle/acknowledged.ts';
import type { Session } from '#src/chronicle/session.ts';
import { readRecord, removeAcknowledged } from '#src/node/session/acknowledged-file.ts';
import { restoreEvents } from '#src/node/session/restore-events.ts';
import { layoutIn } from '#src/node/world.ts';
import { ChronicleError } from '#src/project/chronicle-error.ts';
import { counted } from '#src/text/day.ts';
import { defineCommand } from '../command.ts';
import type { CommandHelp } from '../command-help.ts';
import type { Io } from '../terminal/io.ts';
import { printResult, say } from '../terminal/print.ts';
import { ownSnapshot } from './own-archive.ts';
import { sessionNamed } from './session-named.ts';

export const help: CommandHelp = {
  examples: [
    ['chronicle restore', 'lists what was lost, and changes nothing'],
    ['chronicle restore 2026-03-24-main', 'puts the lost events of a session back'],
    ['chronicle restore 2026-03-24-main --dismiss', 'you deleted them on purpose: they are not mentioned again'],
  ],
  files: [['<config>/session-chronicle/index/logged/', 'what was logged in the last days']],
};

export const command = defineCommand({
  meta: {
    name: 'chronicle restore',
    description:
      'Put back logged events that disappeared from a chronicle because an editor saved an older copy of the file. Each goes where its time belongs, and nothing else is changed. Without a session, lists the lost events of all sessions. A loss is noticed if it happens within a day after the session logged its last event, and listed until you decide',
  },
  args: {
    session: {
      type: 'positional',
      required: false,
      description: "The session's file name without .md, at least 6 characters of its id, or last",
    },
    dismiss: { type: 'boolean', description: 'Put nothing back: the events were deleted on purpose' },
  },
  run({ args, io }) {
    if (args._.length > 1 || (args.dismiss && args.session === undefined))
      throw new ChronicleError(
        'CHRONICLE_NO_SESSION',
        "chronicle restore takes one session: its file's name, at least 6 characters of its id, or last. Nothing was changed.",
      );
    const { sessions } = ownSnapshot(io);
    if (args.session === undefined) return list(io, sessions);
    const session = sessionNamed(sessions, args.session, () => true);
    if (args.dismiss) return dismiss(io, session);
    const restored = restoreEvents(session.path, readRecord(layoutIn(io.world), session.id));
    printResult(io, linesOf(restored).join('\n'));
    say(io, restored.length === 0 ? NOTHING : `Put back ${counted(restored.length, 'event')} in ${session.path}.`);
    return 0;
  },
});

const NOTHING = 'No logged event of this session is missing. Nothing was changed.';

function list(io: Io, sessions: readonly Session[]): 0 {
  const losses = sessions.map((session) => ({ session, lost: lostIn(io, session) })).filter(({ lost }) => lost.length);
  printResult(
    io,
    losses.flatMap(({ session, lost }) => [`${session.path} (${session.id})`, ...linesOf(lost)]).join('\n'),
  );
  say(io, losses.length === 0 ? 'No logged event is missing.' : adviceOn(losses));
  return 0;
}

function adviceOn(losses: readonly { session: Session }[]): string {
  const session = losses.length === 1 ? (losses[0]?.session.id ?? '') : '<session>';
  return `\`chronicle restore ${session}\` puts them back. If you deleted them, add --dismiss.`;
}

function dismiss(io: Io, session: Session): 0 {
  const lost = lostIn(io, session);
  if (lost.length > 0) removeAcknowledged(layoutIn(io.world), session.id, lost);
  say(io, lost.length === 0 ? NOTHING : `Dismissed ${counted(lost.length, 'event')}. Nothing was put back.`);
  return 0;
}

function lostIn(io: Io, { id, chronicle }: Session): Acknowledged[] {
  return lostEvents(readRecord(layoutIn(io.world), id), chronicle.events);
}

function linesOf(lost: readonly Acknowledged[]): string[] {
  return lost.map(({ time, tag, text }) => `    - ${time} [${tag}] ${text}`);
}
