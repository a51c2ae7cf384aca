/** What a compaction must not lose, as one line for the model that summarises. Fixed words only. */
const MUST_SURVIVE =
  'Keep in the summary: the constraints and preferences that the user stated, what was tried and failed and why, decisions with their reasons, open questions, what is out of scope, and the exact file paths, commands, names and error messages that the work still needs.';

const COMES_BACK =
  "The notes in this session's notebook (chronicle notes) are given back afterwards: do not copy them out, but keep what they lack.";

/** The line that the host appends to the summariser's instructions. */
export function compactionLine(hasNotebook: boolean): string {
  return hasNotebook ? `${MUST_SURVIVE} ${COMES_BACK}` : MUST_SURVIVE;
}
