/** How a command that changes memory gets a person's yes: by the hook's question in a session, else in the terminal. */
import { type TicketRefusal, takeTicket } from '#src/memory/approval.ts';
import type { MemoryVerb } from '#src/memory/memory-command.ts';
import { digestToShow, type Proposal, proposalsNamed, readProposals, requireShown } from '#src/memory/proposals.ts';
import type { SessionMemoryPlace } from '#src/cli/memory/which-project.ts';
import { enclosingSession } from '#src/record/live.ts';
import { ChronicleError } from '#src/lib/chronicle-error.ts';
import type { MemoryPlace } from '#src/lib/paths.ts';
import { pathsIn, type Env } from '#src/lib/env.ts';
import { hasPerson, type Io } from '../terminal/io.ts';
import { printResult } from '../terminal/print.ts';

/** The options of `apply`, `undo` and `skip`: which project, and what the hook adds. */
export const DECISION_ARGS = {
  session: {
    type: 'string',
    description: 'Id of the session that filed the proposals (default: the current session)',
  },
  project: {
    type: 'string',
    valueHint: 'project',
    description: 'Project (default: the project of the session or of this directory)',
  },
  proof: { type: 'string', description: 'Added by the hook to the command that a person allows in a session' },
} as const;

/**
 * The proposals that the arguments name: ids, or `all` for every open one, in a session only its own. Refuses no argument
 * and `all` with ids (CHRONICLE_WRONG_USE), unknown ids, and `all` if nothing is open (CHRONICLE_NO_PROPOSAL).
 */
export function findProposals(place: SessionMemoryPlace, words: readonly string[], command: string): Proposal[] {
  if (words.length === 0 || (words.length > 1 && words.includes('all')))
    throw new ChronicleError(
      'CHRONICLE_WRONG_USE',
      `chronicle memory ${command} takes proposal ids, such as p-12150d, or the word all. Nothing was changed.`,
    );
  if (words[0] !== 'all') return proposalsNamed(place, words);
  const { sessionId } = place;
  const open = readProposals(place).proposals.filter(
    ({ state, session_id }) => state === 'open' && (sessionId === null || session_id === sessionId),
  );
  if (open.length > 0) return open;
  throw new ChronicleError(
    'CHRONICLE_NO_PROPOSAL',
    `${sessionId === null ? 'This project' : `Session ${sessionId}`} has no open proposals. Nothing was changed.`,
  );
}

interface Asked {
  place: MemoryPlace;
  verb: MemoryVerb;
  /** The proposals to change. */
  ids: readonly string[];
  /** What the hook added to an agent's command. */
  proof: string | undefined;
}

/**
 * The digest of what a person agreed to, or null if they said no. In a Claude Code session the hook has asked, as its
 * ticket proves; in a terminal the person is asked here, unless they passed --yes. Refuses (CHRONICLE_NOT_ASKED) if nobody was
 * or can be asked.
 */
export async function consentTo(
  io: Io,
  asked: Asked,
  { yes, text, question }: { yes: boolean; text: () => string; question: string },
): Promise<string | null> {
  if (isInSession(io.env)) return ticketFor(io.env, asked);
  const shown = digestToShow(asked.place, asked.verb, asked.ids);
  if (yes) return shown;
  if (!hasPerson(io))
    throw new ChronicleError(
      'CHRONICLE_NOT_ASKED',
      'Cannot ask: this is not a terminal. Run the command in a terminal, or pass --yes. Nothing was changed.',
    );
  printResult(io, text());
  return (await io.ask.confirm(question, false)) ? shown : null;
}

/**
 * Uses up the ticket for a command that an agent runs, and returns the digest of what the person was shown. Refuses
 * without a ticket for this very call (CHRONICLE_NOT_ASKED), and if the person was shown something else
 * (CHRONICLE_CHANGED).
 */
export function ticketFor(env: Env, { place, verb, ids, proof }: Asked): string {
  const taken = takeTicket(pathsIn(env), enclosingSession(env) ?? '', env, { verb, proof });
  if ('refusal' in taken)
    throw new ChronicleError('CHRONICLE_NOT_ASKED', `${REFUSALS[taken.refusal]} ${ADVICE} Nothing was changed.`);
  requireShown(place, verb, ids, taken.shown);
  return taken.shown;
}

const REFUSALS: Record<TicketRefusal, string> = {
  none: 'Nobody was asked about this change: the session-chronicle hook did not see the command, or could not read it.',
  'no proof':
    'Nobody was asked about this very command: it does not have the proof that the session-chronicle hook adds to the one a person allows. Another hook, or this version of Claude Code, may have dropped it.',
  late: 'The question about this change was asked more than two minutes ago.',
  decided: 'The person has said no to this change, or it was made already.',
};

const ADVICE =
  'Run it as a single plain command, such as chronicle memory apply p-12150d, or ask the person to run chronicle memory review in a terminal.';

/** Whether an agent runs this command. */
export function isInSession(env: Env): boolean {
  return Boolean(env.variables.CLAUDECODE) || enclosingSession(env) !== null;
}
