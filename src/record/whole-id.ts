import { isSessionId } from '#src/format/session-id.ts';
import { ChronicleError } from '#src/lib/chronicle-error.ts';
import type { Layout } from '#src/lib/paths.ts';
import { idsBeginning } from './find.ts';
import { indexedPath } from './index-entry.ts';

/** As much of an id as commands print. A shorter beginning is too likely to mean another session. */
export const SHORTEST_BEGINNING = 8;
/** The ids that Claude Code makes are not the beginnings of others. */
const WHOLE = 36;
/** No person waits for an agent's command (ms). */
const PATIENCE = 5000;

/**
 * The id of the session that `named` means: a whole id, or at least eight characters of the only one that begins with them.
 * Returns `named` itself if there is none. Throws CHRONICLE_NO_SESSION if there are several.
 */
export function wholeSessionId(layout: Layout, named: string): string {
  const isBeginning = named.length >= SHORTEST_BEGINNING && named.length < WHOLE && isSessionId(named);
  if (!isBeginning || indexedPath(layout, named) !== null) return named;
  const ids = idsBeginning(layout, named, PATIENCE);
  const [found = named] = ids;
  if (ids.length < 2) return found;
  if (ids.includes(named)) return named;
  throw new ChronicleError(
    'CHRONICLE_NO_SESSION',
    `${ids.length} sessions begin with ${named}, such as ${found}. Use more of the id. Nothing was written.`,
  );
}
