import type { Proposal } from '#src/memory/proposals/proposal.ts';
import { proposalsNamed, readProposals } from '#src/node/memory/proposals-file.ts';
import type { SessionMemoryPlace } from '#src/node/memory/which-project.ts';
import { ChronicleError } from '#src/project/chronicle-error.ts';

/** Which project's memories a command is about. */
export const PLACE_ARGS = {
  session: {
    type: 'string',
    description: 'The id of the session whose proposals are meant; the running one if left out',
  },
  project: { type: 'string', description: 'The project, if it is not that of the session or of this directory' },
} as const;

/**
 * The proposals that words name: ids, or `all` for every open one, in a session those that it filed. Refuses no words,
 * `all` beside ids (CHRONICLE_WRONG_USE), ids that there are not, and `all` of none (CHRONICLE_NO_PROPOSAL).
 */
export function findProposals(place: SessionMemoryPlace, words: readonly string[], command: string): Proposal[] {
  if (words.length === 0 || (words.length > 1 && words.includes('all'))) {
    throw new ChronicleError(
      'CHRONICLE_WRONG_USE',
      `chronicle memory ${command} takes ids of proposals, such as p-12150d, or the word all alone. Nothing was written.`,
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
    `${sessionId === null ? 'No proposal of this project' : `No proposal of the session ${sessionId}`} is open. Nothing was written.`,
  );
}
