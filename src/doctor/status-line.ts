import { clip, oneLine } from '../text/clip.ts';
import { counted } from '../text/day.ts';

/** What a status bar has room for: whether recording works, in one line. */
export interface StatusFacts {
  /** What stands where a directory has to be, so that nothing can be recorded; null or left out for nothing. */
  obstacle?: string | null;
  /** What turns recording off here; null where sessions are recorded. */
  excludedBy: string | null;
  /** The settings file that switches off all hooks; null if none does. */
  hooksOffIn: string | null;
  /** The settings file that `chronicle init` would refuse; null or left out for none. */
  unfit?: string | null;
  /** Whether Claude Code has hooks of ours to run, as far as its files tell; `broken` if none of them can work. */
  installed: 'yes' | 'no' | 'broken';
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
const LONGEST_PATH = 50;
const HOUR = 60;
const DAY = 24 * HOUR;

/** `off` where nothing is recorded; `failing` if the last start left no record; `unused` before the first. */
export function statusState(facts: StatusFacts): StatusState {
  const { lastCapture, isFailing } = facts;
  if (whyOff(facts) !== null) return 'off';
  if (isFailing) return 'failing';
  return lastCapture === null ? 'unused' : 'on';
}

/** Why nothing is recorded, after `off`; null where it is. A session that has its events was started with hooks of ours. */
function whyOff({
  obstacle = null,
  excludedBy,
  hooksOffIn,
  unfit = null,
  installed,
  events,
}: StatusFacts): string | null {
  if (obstacle !== null) return `: no directory is ${pathEnd(obstacle)} (chronicle doctor)`;
  if (excludedBy !== null) return ` here: ${pathEnd(excludedBy)}`;
  if (hooksOffIn !== null) return `: hooks are disabled in ${pathEnd(hooksOffIn)}`;
  if (events !== null || installed === 'yes') return null;
  if (installed === 'no' && unfit !== null) return `: a fault in ${pathEnd(unfit)} (chronicle doctor)`;
  return installed === 'no' ? ': not installed (chronicle init)' : ': hooks cannot run (chronicle doctor)';
}

/** The end of a path tells more than its beginning. */
function pathEnd(path: string): string {
  const text = oneLine(path);
  if (text.length <= LONGEST_PATH) return text;
  // The cut may go through a character of two units.
  return `…${text.slice(1 - LONGEST_PATH).replace(/^[\udc00-\udfff]/, '')}`;
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
