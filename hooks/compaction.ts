/**
 * A compaction. Before it, the model that summarises is told what must survive. After it, a session where observations are on is
 * asked for them when its turn ends. Its own notes come back with the start that follows (`start.ts`).
 *
 *     {"session_id": "3f6c…"}
 */
import { isThere } from '#src/lib/is-there.ts';
import { pathsIn } from '#src/lib/env.ts';
import { notebookPath } from '#src/lib/paths.ts';
import { reviseObserver } from '#src/record/observer-state.ts';
import { isAttended } from '#src/record/payload.ts';
import { hook, ownSession } from './run.ts';

const MUST_SURVIVE =
  'Keep in the summary: the constraints and preferences that the user stated, what was tried and failed and why, decisions with their reasons, open questions, what is out of scope, and the exact file paths, commands, names and error messages that the work still needs.';

const COMES_BACK =
  "The notes in this session's notebook (chronicle notes) are given back afterwards: do not copy them out, but keep what they lack.";

/** Prints one line, which the host appends to the summariser's instructions. A compaction need not follow. */
export const beforeCompaction = hook('before-compaction', (env, payload) => {
  const session = ownSession(env, payload, 'notes');
  if (session === null) return {};
  return { stdout: isThere(notebookPath(session.chronicle)) ? `${MUST_SURVIVE} ${COMES_BACK}` : MUST_SURVIVE };
});

/** Makes the observer ask when the turn ends, unless nobody attends the session. Its summary is read from the transcript. */
export const afterCompaction = hook('after-compaction', (env, payload) => {
  if (isAttended(env.variables) && ownSession(env, payload, 'observations') !== null)
    reviseObserver(pathsIn(env), payload.session_id, (state) => ({ ...state, isForced: true }));
  return {};
});
