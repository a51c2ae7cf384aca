import { isSessionId } from '#src/format/session-id.ts';
import { ChronicleError } from '#src/lib/chronicle-error.ts';
import type { Layout } from '#src/lib/paths.ts';
import type { World } from '../lib/world.ts';
import { findAnywhere, findByIndex, remember } from './find.ts';
import { SHORTEST_BEGINNING } from './whole-id.ts';

/** An agent's command may search longer than a hook: no person waits for it (ms). */
const SEARCH_PATIENCE = 5000;

/**
 * The chronicle of session `named`, or else of the session the command runs in. Found by session id, because
 * `CHRONICLE_PATH` is stale after `--continue`. Throws CHRONICLE_NO_SESSION without a session and CHRONICLE_NOT_FOUND if
 * the session has no chronicle.
 */
export function currentChronicle(world: World, layout: Layout, named: string | undefined): string {
  const sessionId = named ?? world.env.CLAUDE_CODE_SESSION_ID;
  if (!sessionId) {
    throw new ChronicleError(
      'CHRONICLE_NO_SESSION',
      'This is not a Claude Code session: CLAUDE_CODE_SESSION_ID is not set. Pass --session <id>. Nothing was written.',
    );
  }
  if (!isSessionId(sessionId)) {
    throw new ChronicleError(
      'CHRONICLE_NO_SESSION',
      'The session id is invalid: only letters, digits, dots, dashes and underscores are allowed. Nothing was written.',
    );
  }
  const known = findByIndex(layout, sessionId);
  if (known !== null) return known;
  const found = findAnywhere(layout, sessionId, SEARCH_PATIENCE);
  if (found === null) {
    throw new ChronicleError(
      'CHRONICLE_NOT_FOUND',
      `No chronicle was found for session ${sessionId} in ${layout.projects}.${hint(named)} Nothing was written.`,
    );
  }
  remember(layout, sessionId, found);
  return found;
}

function hint(named = ''): string {
  const isShort = named !== '' && named.length < SHORTEST_BEGINNING;
  return isShort ? ` Use at least ${SHORTEST_BEGINNING} characters of an id.` : '';
}
