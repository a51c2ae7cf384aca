/** `chronicle status`: in one line, whether recording works and how many events this session has. */
import { agoWords } from '#src/archive/recording-words.ts';
import { isLogged } from '#src/format/event-source.ts';
import { readUnchecked } from '#src/format/read.ts';
import { isSessionId } from '#src/format/session-id.ts';
import { DAY_MS } from '#src/lib/calendar-day.ts';
import { readConfig } from '#src/lib/config.ts';
import type { Env } from '#src/lib/env.ts';
import type { Paths } from '#src/lib/paths.ts';
import { readRegularFile } from '#src/lib/read-file.ts';
import { clip, oneLine } from '#src/lib/text/clip.ts';
import { counted } from '#src/lib/text/day.ts';
import { indexedPath } from '#src/record/find.ts';
import { sessionCheckout } from '#src/record/where.ts';
import { installed, ownSettings, records } from './check-installation.ts';
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

/** Why nothing is recorded, by the codes of `chronicle doctor`, which says more. */
const OFF: Record<string, string> = {
  'hooks-disabled': 'hooks are disabled (chronicle doctor)',
  'settings-unreadable': 'error in the settings (chronicle doctor)',
  'not-installed': 'not installed (chronicle init)',
  'awaits-init': 'not installed (chronicle init)',
  'installation-broken': 'hooks cannot run (chronicle doctor)',
  'exclude-lost': 'error in config.json (chronicle doctor)',
  'excluded-here': 'excluded here (chronicle doctor)',
};

const LONGEST_PROJECT = 30;

/** Reads little, because a status bar asks often. */
export function recordingStatus(env: Env, paths: Paths): Status {
  const unseen = { isInstalled: false, lastCapture: null, events: null, failures: 0 };
  if (obstacleIn(paths) !== null)
    return { ...unseen, state: 'off', line: 'off: a file is in the way (chronicle doctor)' };
  const now = env.now();
  const recording = recordingState(paths, now);
  const { lastCapture, isFailing } = recording;
  const checkout = sessionCheckout(env, undefined);
  const settings = readClaudeSettings(paths, checkout.top, env.home);
  const looked = {
    ...{ env, paths, checkout, recording },
    own: readConfig(paths),
    installations: installationsOf(env, paths, checkout.top, settings),
    settings,
  };
  const installation = whyOff(installed(looked));
  const events = eventsOf(paths, env.variables.CLAUDE_CODE_SESSION_ID);
  const since = Math.min(now.getTime() - DAY_MS, lastCapture ? Date.parse(lastCapture.at) : now.getTime());
  const failures = recording.failures.filter(({ at }) => Date.parse(at) >= since).length;
  const facts = { isInstalled: installation === null, lastCapture, events, failures };
  // A session that has a chronicle was started with our hooks.
  const why = whyOff(ownSettings(looked)) ?? whyOff(records(looked)) ?? (events === null ? installation : null);
  if (why !== null) return { ...facts, state: 'off', line: `off: ${why}` };
  const state = isFailing ? 'failing' : lastCapture === null ? 'unused' : 'on';
  const parts = [
    state,
    state === 'unused' && 'nothing recorded yet',
    lastCapture && `last ${agoWords(lastCapture.at, now)} (${clip(oneLine(lastCapture.project), LONGEST_PROJECT)})`,
    events !== null && counted(events, 'event'),
    failures > 0 && counted(failures, 'failure'),
  ];
  return { ...facts, state, line: parts.filter(Boolean).join(' · ') };
}

function whyOff(result: ReturnType<typeof installed>): string | null {
  if (typeof result === 'string' || result.level === 'warning') return null;
  return OFF[result.code] ?? null;
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
