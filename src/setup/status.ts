/** `chronicle status`: in one line, whether recording works and how many events this session has. */
import { existsSync } from 'node:fs';
import { isLogged } from '../format/event-source.ts';
import { readUnchecked } from '../format/read.ts';
import { isSessionId } from '../format/session-id.ts';
import { readConfig } from '../lib/config.ts';
import type { Paths } from '../lib/paths.ts';
import { readRegularFile } from '../lib/read-file.ts';
import { clip, oneLine } from '../lib/text/clip.ts';
import { counted } from '../lib/text/day.ts';
import type { Env } from '../lib/env.ts';
import { exclusionOfSession } from '../record/exclusion.ts';
import { indexedPath } from '../record/find.ts';
import { sessionCheckout } from '../record/where.ts';
import { readClaudeSettings } from './claude-settings.ts';
import { installationsOf } from './installations.ts';
import { obstacleIn } from './places.ts';
import { recordingState } from './recording.ts';

export interface Status {
  /** `off` if nothing is recorded; `failing` if the last session was not recorded; `unused` before the first. */
  state: 'on' | 'off' | 'failing' | 'unused';
  /** `on · last 2 h ago (blog) · 3 events · 1 failure`, under 100 characters. */
  line: string;
  isInstalled: boolean;
  lastCapture: { at: string; project: string } | null;
  /** How many logged events the current session has; null outside of a session. */
  events: number | null;
  /** Failures in the last day, or since the last capture if that is longer ago. */
  failures: number;
}

const LONGEST_PROJECT = 30;
const LONGEST_PATH = 50;
const MINUTE = 60_000;
const HOUR = 60;
const DAY = 24 * HOUR;

/** Reads little, because a status bar asks often. */
export function recordingStatus(env: Env, paths: Paths): Status {
  const unseen = { isInstalled: false, lastCapture: null, events: null, failures: 0 };
  const obstacle = obstacleIn(paths);
  if (obstacle !== null) return off(unseen, `: ${pathEnd(obstacle)} is not a directory (chronicle doctor)`);
  const now = env.now();
  const { lastCapture, failures: all, isFailing } = recordingState(paths, now);
  const checkout = sessionCheckout(env, undefined);
  const hasCopy = existsSync(paths.app);
  const installations = installationsOf(env, paths, checkout.top).filter(({ isShared }) => hasCopy || !isShared);
  const events = eventsOf(paths, env.variables.CLAUDE_CODE_SESSION_ID);
  const since = Math.min(now.getTime() - DAY * MINUTE, lastCapture ? Date.parse(lastCapture.at) : now.getTime());
  const failures = all.filter(({ at }) => Date.parse(at) >= since).length;
  const facts = { isInstalled: installations.some(({ state }) => state !== 'broken'), lastCapture, events, failures };
  const { files, hooksOffIn } = readClaudeSettings(paths, checkout.top, env.home);
  const own = readConfig(paths);
  const excludedBy = own.isExcludeLost ? paths.settings : exclusionOfSession(checkout, own, env);
  if (excludedBy !== null) return off(facts, ` here: ${pathEnd(excludedBy)}`);
  if (hooksOffIn !== null) return off(facts, `: hooks are disabled in ${pathEnd(hooksOffIn)}`);
  // A session that has a chronicle was started with our hooks.
  if (events === null && !facts.isInstalled) {
    const unread = files.find(({ fault }) => fault !== null);
    if (unread) return off(facts, `: error in ${pathEnd(unread.path)} (chronicle doctor)`);
    return off(
      facts,
      installations.length === 0 ? ': not installed (chronicle init)' : ': hooks cannot run (chronicle doctor)',
    );
  }
  const state = isFailing ? 'failing' : lastCapture === null ? 'unused' : 'on';
  const parts = [
    state,
    ...(state === 'unused' ? ['nothing recorded yet'] : []),
    ...(lastCapture
      ? [`last ${ago(now, lastCapture.at)} (${clip(oneLine(lastCapture.project), LONGEST_PROJECT)})`]
      : []),
    ...(events === null ? [] : [counted(events, 'event')]),
    ...(failures > 0 ? [counted(failures, 'failure')] : []),
  ];
  return { ...facts, state, line: parts.join(' · ') };
}

function off(facts: Omit<Status, 'state' | 'line'>, why: string): Status {
  return { ...facts, state: 'off', line: `off${why}` };
}

/** The end of a long path, which says more than its beginning. */
function pathEnd(path: string): string {
  const text = oneLine(path);
  if (text.length <= LONGEST_PATH) return text;
  // The cut may split a surrogate pair.
  return `…${text.slice(1 - LONGEST_PATH).replace(/^[\udc00-\udfff]/, '')}`;
}

/** `a moment ago`, `12 min ago`, `2 h ago`, `3 days ago`. */
function ago(now: Date, at: string): string {
  const minutes = Math.floor((now.getTime() - Date.parse(at)) / MINUTE);
  if (minutes < 1) return 'a moment ago';
  if (minutes < HOUR) return `${minutes} min ago`;
  if (minutes < DAY) return `${Math.floor(minutes / HOUR)} h ago`;
  return `${counted(Math.floor(minutes / DAY), 'day')} ago`;
}

/** Null outside of a session, or if it has no chronicle; 0 if that cannot be read. */
function eventsOf(paths: Paths, sessionId = ''): number | null {
  const path = isSessionId(sessionId) ? indexedPath(paths, sessionId) : null;
  if (path === null) return null;
  try {
    return readUnchecked(readRegularFile(path).text)?.events.filter(isLogged).length ?? 0;
  } catch {
    return 0;
  }
}
