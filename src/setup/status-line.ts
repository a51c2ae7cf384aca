import { clip, oneLine } from '../lib/text/clip.ts';
import { counted } from '../lib/text/day.ts';

/** What `chronicle status` says in one line. */
export interface StatusFacts {
  /** A file in the way of a directory that recording needs; null or missing for none. */
  obstacle?: string | null;
  /** What turns recording off here; null for nothing. */
  excludedBy: string | null;
  /** The settings file that disables all hooks; null if none does. */
  hooksOffIn: string | null;
  /** The settings file that `chronicle init` would refuse; null or missing for none. */
  unfit?: string | null;
  /** Whether Claude Code has our hooks, by its files; `broken` if none of them can work. */
  installed: 'yes' | 'no' | 'broken';
  /** The newest chronicle written by hooks. */
  lastCapture: { at: string; project: string } | null;
  /** How many events the current session has; null outside of a session. */
  events: number | null;
  /** UTC, of the last 30 days. */
  failures: readonly { at: string }[];
  isFailing: boolean;
  now: Date;
}

type StatusState = 'on' | 'off' | 'failing' | 'unused';

const LONGEST_PROJECT = 30;
const LONGEST_PATH = 50;
const HOUR = 60;
const DAY = 24 * HOUR;

/** `off` if nothing is recorded; `failing` if the last session was not recorded; `unused` before the first. */
export function statusState(facts: StatusFacts): StatusState {
  const { lastCapture, isFailing } = facts;
  if (whyOff(facts) !== null) return 'off';
  if (isFailing) return 'failing';
  return lastCapture === null ? 'unused' : 'on';
}

/** Why nothing is recorded, after `off`; null if it is. A session that has a chronicle was started with our hooks. */
function whyOff({
  obstacle = null,
  excludedBy,
  hooksOffIn,
  unfit = null,
  installed,
  events,
}: StatusFacts): string | null {
  if (obstacle !== null) return `: ${pathEnd(obstacle)} is not a directory (chronicle doctor)`;
  if (excludedBy !== null) return ` here: ${pathEnd(excludedBy)}`;
  if (hooksOffIn !== null) return `: hooks are disabled in ${pathEnd(hooksOffIn)}`;
  if (events !== null || installed === 'yes') return null;
  if (installed === 'no' && unfit !== null) return `: error in ${pathEnd(unfit)} (chronicle doctor)`;
  return installed === 'no' ? ': not installed (chronicle init)' : ': hooks cannot run (chronicle doctor)';
}

/** The end of a long path, which says more than its beginning. */
function pathEnd(path: string): string {
  const text = oneLine(path);
  if (text.length <= LONGEST_PATH) return text;
  // The cut may split a surrogate pair.
  return `…${text.slice(1 - LONGEST_PATH).replace(/^[\udc00-\udfff]/, '')}`;
}

/** How many failures there were in the last day, or since the last capture if that is longer ago. */
export function freshFailures({ failures, lastCapture, now }: StatusFacts): number {
  const day = now.getTime() - DAY * 60_000;
  const since = Math.min(day, lastCapture ? Date.parse(lastCapture.at) : day);
  return failures.filter(({ at }) => Date.parse(at) >= since).length;
}

/** `chronicle: on · last 2 h ago (blog) · 3 events · 1 failure`, under 100 characters. */
export function statusLine(facts: StatusFacts): string {
  const { lastCapture, events, now } = facts;
  const off = whyOff(facts);
  if (off !== null) return `chronicle: off${off}`;
  const state = statusState(facts);
  const failures = freshFailures(facts);
  return [
    `chronicle: ${state}`,
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
