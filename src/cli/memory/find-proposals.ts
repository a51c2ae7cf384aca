import type { Proposal } from '#src/memory/proposals/proposal.ts';
import { proposalsNamed, readProposals } from '#src/memory/proposals-file.ts';
import type { SessionMemoryPlace } from '#src/memory/which-project.ts';
import { ChronicleError } from '#src/lib/chronicle-error.ts';

/** The options that choose the project whose memories a command changes. */
export const PLACE_ARGS = {
  session: {
    type: 'string',
    description: 'Id of the session that filed the proposals (default: the current session)',
  },
  project: {
    type: 'string',
    valueHint: 'project',
    description: 'Project (default: the project of the session or of this directory)',
  },
} as const;

/**
 * The proposals that the arguments name: ids, or `all` for every open one, in a session only its own. Refuses no argument
 * and `all` with ids (CHRONICLE_WRONG_USE), unknown ids, and `all` if nothing is open (CHRONICLE_NO_PROPOSAL).
 */
export function findProposals(place: SessionMemoryPlace, words: readonly string[], command: string): Proposal[] {
  if (words.length === 0 || (words.length > 1 && words.includes('all'))) {
    throw new ChronicleError(
      'CHRONICLE_WRONG_USE',
      `chronicle memory ${command} takes proposal ids, such as p-12150d, or the word all. Nothing was changed.`,
    );
  }
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
