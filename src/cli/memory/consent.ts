import { printResult } from '#src/cli/terminal/print.ts';
import { enclosingSession } from '#src/node/record/enclosing-session.ts';
import { takeTicket } from '#src/node/session/live.ts';
import { layoutIn, type World } from '#src/node/world.ts';
import { ChronicleError } from '#src/project/chronicle-error.ts';
import type { Io } from '../terminal/io.ts';
import { hasPerson } from '../terminal/io.ts';

interface Asked {
  /** The proposals to change. */
  ids: readonly string[];
  /** The person passed --yes. */
  yes: boolean;
  /** What the person is shown before the question. */
  shown: () => string;
  question: string;
}

/**
 * Whether a person agrees to a memory change. In a Claude Code session the hook has asked, as its ticket proves; in a
 * terminal the person is asked here. Refuses (CHRONICLE_NOT_ASKED) if nobody was or can be asked.
 */
export async function hasConsent(io: Io, { ids, yes, shown, question }: Asked): Promise<boolean> {
  const { world } = io;
  if (isInSession(world)) {
    if (takeTicket(layoutIn(world), enclosingSession(world) ?? '', world.now(), ids)) return true;
    throw new ChronicleError(
      'CHRONICLE_NOT_ASKED',
      'Nobody was asked about this change: the session-chronicle hook did not see the command. Run it as a single plain command, or ask the person to run chronicle memory review in a terminal. Nothing was changed.',
    );
  }
  if (yes) return true;
  if (!hasPerson(io)) {
    throw new ChronicleError(
      'CHRONICLE_NOT_ASKED',
      'Cannot ask: this is not a terminal. Run the command in a terminal, or pass --yes. Nothing was changed.',
    );
  }
  printResult(io, shown());
  return io.ask.confirm(question, false);
}

/** Whether an agent runs this command. */
export function isInSession(world: World): boolean {
  return Boolean(world.env.CLAUDECODE) || enclosingSession(world) !== null;
}
