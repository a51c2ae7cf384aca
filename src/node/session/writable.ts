import type { Layout } from '../../project/paths.ts';
import type { World } from '../world.ts';
import { currentChronicle } from './current.ts';
import { requireRecorded } from './excluded.ts';
import { indexedPath } from './index-entry.ts';
import { readState } from './live-state.ts';

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
