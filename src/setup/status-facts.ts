import { existsSync } from 'node:fs';
import { isSessionId } from '#src/format/session-id.ts';
import type { StatusFacts } from '#src/setup/status-line.ts';
import type { Layout } from '#src/lib/paths.ts';
import { settingsPath } from '#src/lib/paths.ts';
import { readConfig } from '../lib/config.ts';
import { type Installation, installationsOf } from './installations.ts';
import { exclusionOfSession } from '../record/exclusion.ts';
import { indexedPath } from '../record/index-entry.ts';
import { sessionCheckout } from '../record/where.ts';
import type { World } from '../lib/world.ts';
import { readClaudeSettings } from './claude-settings.ts';
import { obstacleIn } from './obstacle.ts';
import { recordingState } from './recording.ts';
import { loggedEventsIn } from './scan-chronicles.ts';

/** Whether recording works, and how many events this session has. Reads little, because a status bar asks often. */
export function statusFacts(world: World, layout: Layout): StatusFacts {
  const now = world.now();
  const obstacle = obstacleIn(layout);
  if (obstacle !== null) return { ...UNSEEN, obstacle, now };
  const own = readConfig(layout);
  const checkout = sessionCheckout(world, undefined);
  const excludedBy = own.isExcludeLost ? layout.settings : exclusionOfSession(checkout, own, world);
  const hasCopy = existsSync(layout.app);
  const installations = installationsOf(world, layout, checkout.top).filter(({ isShared }) => hasCopy || !isShared);
  const { files, hooksOffIn } = readClaudeSettings(layout, checkout.top, world.home);
  return {
    ...recordingState(layout, now),
    obstacle,
    excludedBy,
    hooksOffIn,
    // A fault in a project's file does not stop chronicle init.
    unfit: files.find(({ path, fault }) => fault !== null && path === settingsPath(layout, null, false))?.path ?? null,
    installed: installedAs(installations),
    events: eventsOf(layout, world.env.CLAUDE_CODE_SESSION_ID),
    now,
  };
}

/** The facts if nothing can be read. */
const UNSEEN = {
  excludedBy: null,
  hooksOffIn: null,
  installed: 'no',
  lastCapture: null,
  events: null,
  failures: [],
  isFailing: false,
} as const;

function installedAs(installations: readonly Installation[]): StatusFacts['installed'] {
  if (installations.length === 0) return 'no';
  return installations.every(({ state }) => state === 'broken') ? 'broken' : 'yes';
}

/** Null outside of a session, or if it has no chronicle. */
function eventsOf(layout: Layout, sessionId = ''): number | null {
  const path = isSessionId(sessionId) ? indexedPath(layout, sessionId) : null;
  return path === null ? null : loggedEventsIn(path);
}
