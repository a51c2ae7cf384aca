import { clip, oneLine } from '../text/clip.ts';
import { counted } from '../text/day.ts';

/** What a status bar has room for: whether recording works, in one line. */
export interface StatusFacts {
  /** What turns recording off here; null where sessions are recorded. */
  excludedBy: string | null;
  /** The newest chronicle that hooks wrote. */
  lastCapture: { at: string; project: string } | null;
  /** Events of the session that asks; null if none does. */
  events: number | null;
  /** UTC, of the last 30 days. */
  failures: readonly { at: string }[];
  isFailing: boolean;
  now: Date;
}

type StatusState = 'on' | 'off' | 'failing' | 'unused';

const LONGEST_PROJECT = 30;
const HOUR = 60;
const DAY = 24 * HOUR;

/** `off` where the owner wants it; `failing` if the last start left no record; `unused` before the first. */
export function statusState({ excludedBy, lastCapture, isFailing }: StatusFacts): StatusState {
  if (excludedBy !== null) return 'off';
  if (isFailing) return 'failing';
  return lastCapture === null ? 'unused' : 'on';
}

/** Failures of the last day, and all since the last capture. */
export function freshFailures({ failures, lastCapture, now }: StatusFacts): number {
  const day = now.getTime() - DAY * 60_000;
  const since = Math.min(day, lastCapture ? Date.parse(lastCapture.at) : day);
  return failures.filter(({ at }) => Date.parse(at) >= since).length;
}

/** `chronicle: on · last 2 h ago (blog) · 3 events · 1 failure`, under 100 characters. */
export function statusLine(facts: StatusFacts): string {
  const { lastCapture, events, now } = facts;
  const state = statusState(facts);
  const failures = freshFailures(facts);
  return [
    `chronicle: ${state}${state === 'off' ? ' here' : ''}`,
    ...(state === 'unused' ? ['nothing recorded yet'] : []),
    ...(lastCapture
      ? [
          `last ${ago(now.getTime() - Date.parse(lastCapture.at))} (${clip(oneLine(lastCapture.project), LONGEST_PROJECT)})`,
        ]
      : []),
    ...(events === null ? [] : [counted(events, 'event')]),
    ...(failures > 0 ? [counted(failures, 'failure')] : []),
  ].join(' · ');
}

/** `a moment ago`, `12 min ago`, `2 h ago`, `3 days ago`. */
function ago(milliseconds: number): string {
  const minutes = Math.floor(milliseconds / 60_000);
  if (minutes < 1) return 'a moment ago';
  if (minutes < HOUR) return `${minutes} min ago`;
  if (minutes < DAY) return `${Math.floor(minutes / HOUR)} h ago`;
  return `${counted(Math.floor(minutes / DAY), 'day')} ago`;
}
