import { isSessionId } from '../../chronicle/session-id.ts';
import type { StatusFacts } from '../../health/status-line.ts';
import type { Layout } from '../../project/paths.ts';
import { readConfig } from '../config.ts';
import { exclusionOfSession } from '../session/excluded.ts';
import { indexedPath } from '../session/index-entry.ts';
import { sessionCheckout } from '../session/where.ts';
import type { World } from '../world.ts';
import { eventsIn } from './recent-sessions.ts';
import { recordingState } from './recording.ts';

/** Whether recording works, and how many events the session has that asks. Reads little, as a status bar asks often. */
export function statusFacts(world: World, layout: Layout): StatusFacts {
  const now = world.now();
  const own = readConfig(layout);
  const excludedBy = own.isExcludeLost
    ? layout.settings
    : exclusionOfSession(sessionCheckout(world, undefined), own, world);
  return {
    ...recordingState(layout, now),
    excludedBy,
    events: eventsOf(layout, world.env.CLAUDE_CODE_SESSION_ID),
    now,
  };
}

/** Null outside of a session, and in one without a chronicle. */
function eventsOf(layout: Layout, sessionId = ''): number | null {
  const path = isSessionId(sessionId) ? indexedPath(layout, sessionId) : null;
  return path === null ? null : eventsIn(path);
}
