import { isSessionId } from '#src/chronicle/session-id.ts';
import { ChronicleError } from '#src/project/chronicle-error.ts';
import type { Layout } from '#src/project/paths.ts';
import type { World } from '../world.ts';
import { findAnywhere, findByIndex, remember } from './find.ts';

/** A command of the agent may search longer than a hook, since nobody waits to type (ms). */
const SEARCH_PATIENCE = 5000;

/**
 * The chronicle a command of the agent writes to: that of `named`, else of the session the command
 * runs in, by its id: `CHRONICLE_PATH` is stale after `--continue`. Refuses when there is no such
 * session (CHRONICLE_NO_SESSION) or it has no chronicle (CHRONICLE_NOT_FOUND).
 */
export function currentChronicle(world: World, layout: Layout, named: string | undefined): string {
  const sessionId = named ?? world.env.CLAUDE_CODE_SESSION_ID;
  if (!sessionId) {
    throw new ChronicleError(
      'CHRONICLE_NO_SESSION',
      'This is not a Claude Code session: CLAUDE_CODE_SESSION_ID is not set. Name the session with --session <id>. Nothing was written.',
    );
  }
  if (!isSessionId(sessionId)) {
    throw new ChronicleError(
      'CHRONICLE_NO_SESSION',
      'The session id is not one: it may hold letters, digits, dot, dash and underscore. Nothing was written.',
    );
  }
  const known = findByIndex(layout, sessionId);
  if (known !== null) return known;
  const found = findAnywhere(layout, sessionId, SEARCH_PATIENCE);
  if (found === null) {
    throw new ChronicleError(
      'CHRONICLE_NOT_FOUND',
      `No chronicle was found for session ${sessionId} below ${layout.projects}. Nothing was written.`,
    );
  }
  remember(layout, sessionId, found);
  return found;
}
