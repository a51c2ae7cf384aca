import { printResult } from '#src/cli/terminal/print.ts';
import { sessionAbove } from '#src/node/record/session-above.ts';
import { takeTicket } from '#src/node/session/live.ts';
import { layoutIn, type World } from '#src/node/world.ts';
import { ChronicleError } from '#src/project/chronicle-error.ts';
import type { Io } from '../terminal/io.ts';
import { hasPerson } from '../terminal/io.ts';

interface Asked {
  /** The proposals that are meant. */
  ids: readonly string[];
  /** Whether the person has said yes on the command line. */
  yes: boolean;
  /** What the person has to see, and is asked. */
  shown: () => string;
  question: string;
}

/**
 * Whether a person agrees to a change of memory. In a Claude Code session the hook has asked, which is known by the
 * ticket it left; in a terminal the person is asked here. Refuses (CHRONICLE_NOT_ASKED) where nobody was or can be asked.
 */
export async function hasConsent(io: Io, { ids, yes, shown, question }: Asked): Promise<boolean> {
  const { world } = io;
  if (isInSession(world)) {
    if (takeTicket(layoutIn(world), sessionAbove(world) ?? '', world.now(), ids)) return true;
    throw new ChronicleError(
      'CHRONICLE_NOT_ASKED',
      'Nobody was asked about this change: the hook of session-chronicle did not see the command. Run it alone, as one plain command; or let the person run chronicle memory review in a terminal. Nothing was written.',
    );
  }
  if (yes) return true;
  if (!hasPerson(io)) {
    throw new ChronicleError(
      'CHRONICLE_NOT_ASKED',
      'There is nobody to ask: this is no terminal. Run it in one, or say yes with --yes. Nothing was written.',
    );
  }
  printResult(io, shown());
  return io.ask.confirm(question, false);
}

/** Whether an agent runs this command and not a person. */
export function isInSession(world: World): boolean {
  return Boolean(world.env.CLAUDECODE) || sessionAbove(world) !== null;
}
