import { printResult } from '#src/cli/terminal/print.ts';
import { type TicketRefusal, takeTicket } from '#src/memory/approval.ts';
import type { MemoryVerb } from '#src/memory/proposals/shown.ts';
import { digestToShow, requireShown } from '#src/memory/require-shown.ts';
import { enclosingSession } from '#src/record/enclosing-session.ts';
import { layoutIn, type World } from '#src/lib/world.ts';
import { ChronicleError } from '#src/lib/chronicle-error.ts';
import type { MemoryPlace } from '#src/lib/paths.ts';
import type { Io } from '../terminal/io.ts';
import { hasPerson } from '../terminal/io.ts';

interface Asked {
  place: MemoryPlace;
  verb: MemoryVerb;
  /** The proposals to change. */
  ids: readonly string[];
  /** The person passed --yes. */
  yes: boolean;
  /** What the hook added to an agent's command. */
  proof: string | undefined;
  /** What the person is shown before the question. */
  text: () => string;
  question: string;
}

/**
 * The digest of what a person agreed to, or null if they said no. In a Claude Code session the hook has asked, as its
 * ticket proves; in a terminal the person is asked here. Refuses (CHRONICLE_NOT_ASKED) if nobody was or can be asked.
 */
export async function consentTo(io: Io, { yes, text, question, ...asked }: Asked): Promise<string | null> {
  if (isInSession(io.world)) return ticketFor(io.world, asked);
  const shown = digestToShow(asked.place, asked.verb, asked.ids);
  if (yes) return shown;
  if (!hasPerson(io)) {
    throw new ChronicleError(
      'CHRONICLE_NOT_ASKED',
      'Cannot ask: this is not a terminal. Run the command in a terminal, or pass --yes. Nothing was changed.',
    );
  }
  printResult(io, text());
  return (await io.ask.confirm(question, false)) ? shown : null;
}

/**
 * Uses up the ticket for a command that an agent runs, and returns the digest of what the person was shown. Refuses
 * without a ticket for this very call (CHRONICLE_NOT_ASKED), and if the person was shown something else
 * (CHRONICLE_CHANGED).
 */
export function ticketFor(
  world: World,
  { place, verb, ids, proof }: Pick<Asked, 'place' | 'verb' | 'ids' | 'proof'>,
): string {
  const taken = takeTicket(layoutIn(world), enclosingSession(world) ?? '', world, { verb, proof });
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

/** For `apply`, `undo` and `skip`. */
export const PROOF_ARG = {
  proof: { type: 'string', description: 'Added by the hook to the command that a person allows in a session' },
} as const;

const ADVICE =
  'Run it as a single plain command, such as chronicle memory apply p-12150d, or ask the person to run chronicle memory review in a terminal.';

/** Whether an agent runs this command. */
export function isInSession(world: World): boolean {
  return Boolean(world.env.CLAUDECODE) || enclosingSession(world) !== null;
}
