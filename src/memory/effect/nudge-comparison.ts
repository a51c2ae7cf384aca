/**
 * Whether it helps that the reminder at a session's start names broken rules. The unit is a memory that was broken when
 * a counted session began: the reminder named it or not (`nudged: feedback_money.md` in the session's front matter), and
 * its mistake was made in that session or not.
 */

import type { Session } from '#src/chronicle/session.ts';
import { counted } from '#src/text/day.ts';
import { memoised } from '#src/value/memo.ts';
import { isLater, memoryLife } from '../misses/group-state.ts';
import type { MemoryStanding } from './memory-standing.ts';
import { type ProjectSessions, projectSessions } from './project-sessions.ts';

export interface NudgeComparison {
  /** How often a broken rule was missed, of the times it was named and of the times it was not. */
  nudged: Share;
  other: Share;
  /** Share missed when named minus share missed when not, with its 90 % interval; null if either never happened. */
  difference: { estimate: number; low: number; high: number } | null;
  verdict: 'missed less often' | 'missed more often' | 'cannot tell';
  /** The verdict in whole sentences, with its figures and what limits it. */
  because: string;
}

/** With fewer cases, a half cannot be told from a fifth. */
const LEAST_NUDGES = 10;

const LIMITS =
  'Reminders name only the rules broken most often, and sessions without one are mostly older, so the two groups differ in more than the reminder.';

/** Compares how often broken rules were missed in sessions that were reminded of them and in others. */
export function nudgeComparison(standings: readonly MemoryStanding[], sessions: readonly Session[]): NudgeComparison {
  const nudged: Share = { count: 0, of: 0 };
  const other: Share = { count: 0, of: 0 };
  for (const standing of standings) {
    const { project, file } = standing.history;
    const counted = projectSessions(sessions, project.slug);
    const missed = new Set(
      standing.groups.flatMap(({ misses }) => misses.flatMap((miss) => counted.placeOf(miss.session) ?? [])),
    );
    const reminded = nudgesOf(counted).get(file) ?? NO_PLACES;
    for (const span of brokenSpans(standing, counted)) {
      // There are far more sessions than misses and reminders.
      const among = (places: ReadonlySet<number>) =>
        [...places].filter((place) => place >= span.from && place < span.until && place !== span.except);
      const hasOwn = span.except !== undefined && span.except >= span.from && span.except < span.until;
      const named = among(reminded);
      const misses = among(missed);
      const missedNamed = misses.filter((place) => reminded.has(place)).length;
      nudged.of += named.length;
      nudged.count += missedNamed;
      other.of += span.until - span.from - (hasOwn ? 1 : 0) - named.length;
      other.count += misses.length - missedNamed;
    }
  }
  const difference = shareDifference(nudged, other);
  return { nudged, other, difference, ...verdict(nudged, other, difference) };
}

const NO_PLACES: ReadonlySet<number> = new Set();

/** The places of the sessions that were reminded of each file. */
const nudgesOf = memoised((counted: ProjectSessions): Map<string, Set<number>> => {
  const places = new Map<string, Set<number>>();
  for (const [place, session] of counted.list.entries()) {
    for (const file of nudgedFiles(session)) places.set(file, (places.get(file) ?? new Set()).add(place));
  }
  return places;
});

/** The memory files that a session was reminded of when it began. */
function nudgedFiles({ nudged }: ProjectSessions['list'][number]): ReadonlySet<string> {
  return nudged === '' ? NO_FILES : new Set(nudged.split(/\s+/));
}

const NO_FILES: ReadonlySet<string> = new Set();

/** The places from `from` up to `until`, except that of the session whose miss broke the rule. */
interface BrokenSpan {
  from: number;
  until: number;
  except: number | undefined;
}

/** The counted sessions at whose start a memory existed and had been missed since it was last written. */
function brokenSpans({ history, since }: MemoryStanding, counted: ProjectSessions): BrokenSpan[] {
  if (since.length === 0) return [];
  const { flags, spans } = memoryLife(history);
  return spans.flatMap(({ from, until }) => {
    const within = flags.filter(({ at }) => isAfter(at, from) && (until === null || isAfter(until, at)));
    const writes = [from, ...within.map(({ at }) => at)];
    return writes.flatMap((write, index): BrokenSpan[] => {
      const end = writes[index + 1] ?? until;
      const first = since.find((miss) => isLater(miss, write) && (end === null || !isLater(miss, end)));
      if (!first) return [];
      const start = counted.begunBefore(first);
      const rest = end === null ? counted.list.length : counted.begunBy(end);
      return [{ from: start, until: Math.max(start, rest), except: counted.placeOf(first.session) }];
    });
  });
}

function isAfter(a: string, b: string): boolean {
  return Date.parse(a) > Date.parse(b);
}

type Reasoned = Pick<NudgeComparison, 'verdict' | 'because'>;

function verdict(nudged: Share, other: Share, difference: NudgeComparison['difference']): Reasoned {
  if (nudged.of === 0) return cannotTell('No data yet on whether reminders help.');
  if (other.of === 0) {
    return cannotTell('No data yet on whether reminders help: every session with a broken rule had a reminder.');
  }
  const facts = `missed ${shareWords(nudged)} with a reminder, ${shareWords(other)} without`;
  if (Math.min(nudged.of, other.of) < LEAST_NUDGES || difference === null) {
    return cannotTell(`Too early to tell whether reminders help: ${facts}. A verdict needs ${LEAST_NUDGES} of each.`);
  }
  if (difference.high < 0) return { verdict: 'missed less often', because: `Reminders help: ${facts}. ${LIMITS}` };
  if (difference.low > 0) {
    return { verdict: 'missed more often', because: `Reminders do not help: ${facts}. ${LIMITS}` };
  }
  return cannotTell(`It is unclear whether reminders help: ${facts}; chance could explain the difference. ${LIMITS}`);
}

function cannotTell(because: string): Reasoned {
  return { verdict: 'cannot tell', because };
}

function shareWords({ count, of }: Share): string {
  return `${count} of ${counted(of, 'time')}`;
}

/** For example 3 missed of 12. */
interface Share {
  count: number;
  of: number;
}

/** The normal deviate of a 90 % interval. */
const Z = 1.6449;

/**
 * The share of one sample minus that of another, with its 90 % interval: Newcombe's from two Wilson scores, which also
 * works for small samples and for none (Statistics in Medicine 17, 1998, method 10). Null if either sample is empty.
 */
export function shareDifference(a: Share, b: Share): { estimate: number; low: number; high: number } | null {
  if (a.of === 0 || b.of === 0) return null;
  const [p, q] = [a.count / a.of, b.count / b.of];
  const [left, right] = [wilson(a), wilson(b)];
  const estimate = p - q;
  return {
    estimate,
    low: estimate - Math.hypot(p - left.low, right.high - q),
    high: estimate + Math.hypot(left.high - p, q - right.low),
  };
}

/** The 90 % interval of a share, Wilson's score. `of` is not 0. */
export function wilson({ count, of }: Share): { low: number; high: number } {
  const share = count / of;
  const middle = share + Z ** 2 / (2 * of);
  const half = Z * Math.sqrt((share * (1 - share)) / of + Z ** 2 / (4 * of ** 2));
  const scale = 1 + Z ** 2 / of;
  return { low: Math.max(0, (middle - half) / scale), high: Math.min(1, (middle + half) / scale) };
}
