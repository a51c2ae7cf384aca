/**
 * Whether the reminder at a session's start helps that names memories which leak. The unit is a memory that leaked when
 * a counted session began: it was named there or not (`nudged: feedback_money.md` in the session's front
 * matter), and its mistake was made in that session or not.
 */

import type { Session } from '#src/chronicle/session.ts';
import { counted } from '#src/text/day.ts';
import { memoised } from '#src/value/memo.ts';
import { isLater, memoryLife } from '../misses/group-state.ts';
import type { MemoryStanding } from './memory-standing.ts';
import { type ProjectSessions, projectSessions } from './project-sessions.ts';

export interface NudgeComparison {
  /** Of so many times that a leaking memory was named or was not, how often it was missed. */
  nudged: Share;
  other: Share;
  /** Share missed when named, less that when not, with its 90 % interval; null where one of them never was. */
  difference: { estimate: number; low: number; high: number } | null;
  verdict: 'missed less often' | 'missed more often' | 'cannot tell';
  /** The verdict in words with its figures and what limits it, whole sentences. */
  because: string;
}

/** Fewer cannot tell a half from a fifth. */
const LEAST_NUDGES = 10;

const LIMITS =
  'Only the memories that leak most are named, and sessions without a reminder are mostly older ones, so the two differ in more than the reminder.';

/** Compares how often leaking memories were missed in sessions that were reminded of them and in others. */
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
    for (const leak of leaks(standing, counted)) {
      // There are far more sessions than misses and reminders.
      const among = (places: ReadonlySet<number>) =>
        [...places].filter((place) => place >= leak.from && place < leak.until && place !== leak.except);
      const hasOwn = leak.except !== undefined && leak.except >= leak.from && leak.except < leak.until;
      const named = among(reminded);
      const misses = among(missed);
      const missedNamed = misses.filter((place) => reminded.has(place)).length;
      nudged.of += named.length;
      nudged.count += missedNamed;
      other.of += leak.until - leak.from - (hasOwn ? 1 : 0) - named.length;
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
function nudgedFiles({ chronicle }: Session): ReadonlySet<string> {
  const { nudged } = chronicle.frontMatter;
  return typeof nudged === 'string' && nudged !== '' ? new Set(nudged.split(/\s+/)) : NO_FILES;
}

const NO_FILES: ReadonlySet<string> = new Set();

/** Places from one up to another, without that of the session whose miss began it. */
interface Leak {
  from: number;
  until: number;
  except: number | undefined;
}

/** The counted sessions at whose start a memory existed and had been missed since it was last written. */
function leaks({ history, since }: MemoryStanding, counted: ProjectSessions): Leak[] {
  if (since.length === 0) return [];
  const { flags, spans } = memoryLife(history);
  return spans.flatMap(({ from, until }) => {
    const within = flags.filter(({ at }) => isAfter(at, from) && (until === null || isAfter(until, at)));
    const writes = [from, ...within.map(({ at }) => at)];
    return writes.flatMap((write, index): Leak[] => {
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

type Said = Pick<NudgeComparison, 'verdict' | 'because'>;

function verdict(nudged: Share, other: Share, difference: NudgeComparison['difference']): Said {
  if (nudged.of === 0) return cannotTell('no session has been reminded of a memory that leaks');
  if (other.of === 0) return cannotTell('every session with a leaking memory was reminded of it');
  const facts = `${said(nudged, 'with the reminder')}, ${said(other, 'without')}`;
  if (Math.min(nudged.of, other.of) < LEAST_NUDGES || difference === null) {
    return cannotTell(`${facts}; each takes at least ${LEAST_NUDGES}`);
  }
  if (difference.high < 0)
    return { verdict: 'missed less often', because: `Missed less often with the reminder: ${facts}. ${LIMITS}` };
  if (difference.low > 0)
    return { verdict: 'missed more often', because: `Missed more often with the reminder: ${facts}. ${LIMITS}` };
  return cannotTell(`${facts}, a difference that luck explains`, LIMITS);
}

function cannotTell(reason: string, more = ''): Said {
  return { verdict: 'cannot tell', because: `Cannot tell whether the reminder helps: ${reason}.${more && ` ${more}`}` };
}

function said({ count, of }: Share, how: string): string {
  return `missed ${count} of ${counted(of, 'time')} ${how}`;
}

/** Some of several, such as 3 missed of 12. */
interface Share {
  count: number;
  of: number;
}

/** The normal deviate of a 90 % interval. */
const Z = 1.6449;

/**
 * The share of one sample less that of another, with its 90 % interval: Newcombe's of two Wilson scores, which also
 * holds for few and for none (Statistics in Medicine 17, 1998, method 10). Null if either sample is empty.
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

function wilson({ count, of }: Share): { low: number; high: number } {
  const share = count / of;
  const middle = share + Z ** 2 / (2 * of);
  const half = Z * Math.sqrt((share * (1 - share)) / of + Z ** 2 / (4 * of ** 2));
  const scale = 1 + Z ** 2 / of;
  return { low: Math.max(0, (middle - half) / scale), high: Math.min(1, (middle + half) / scale) };
}
