import type { Layout } from '#src/project/paths.ts';
import { currentChronicle } from '../session/current.ts';
import { requireRecorded } from '../session/exclusion.ts';
import { indexedPath } from '../session/index-entry.ts';
import { readState } from '../session/live-state.ts';
import type { World } from '../world.ts';

/**
 * The chronicle that a command adds to, as `currentChronicle` finds it. Refuses (CHRONICLE_EXCLUDED) a session that
 * runs where nothing is recorded, also one that was recorded until then.
 */
export function chronicleToWrite(world: World, layout: Layout, named: string | undefined): string {
  const own = world.env.CLAUDE_CODE_SESSION_ID;
  const sessionId = named ?? own ?? '';
  const startedIn = readState(layout, sessionId)?.directory;
  // A session without a chronicle may have none because of where it runs.
  const isUnknown = sessionId === own && indexedPath(layout, sessionId) === null;
  const directory = startedIn ?? (isUnknown ? world.cwd : undefined);
  if (directory !== undefined) requireRecorded(world, layout, directory);
  return currentChronicle(world, layout, named);
}
