import type { Session } from '#src/chronicle/session.ts';
import { counted } from '#src/text/day.ts';
import { grouped } from '#src/value/grouped.ts';
import { isLater, memoryLife } from '../misses/group-state.ts';
import type { MissGroup } from '../misses/miss-group.ts';
import { projectSessions } from './project-sessions.ts';

/**
 * The share of mistakes that have not come back a number of sessions after their memory was written, by the product-limit
 * estimate (Kaplan and Meier, J. Am. Stat. Assoc. 53, 1958). A mistake with a recent memory counts for as long
 * as it was observed.
 */
export interface Recurrence {
  /** How many mistakes it follows, how many of them came back, and how many of these are broken: also since the rule was last written. */
  groups: number;
  cameBack: number;
  broken: number;
  /** Starts with all of them at 0 sessions, then one step for each number of sessions at which some came back. */
  steps: RecurrenceStep[];
  /** The sessions after which half have come back; null if that was not reached. */
  median: number | null;
  /** The most sessions that any of them was followed; the curve ends there. */
  longest: number;
}

interface RecurrenceStep {
  /** Counted sessions since the memory was written; the mistake came back in the last of them. */
  sessions: number;
  /** How many were still followed and had not come back. */
  atRisk: number;
  events: number;
  /** The share that has not come back, 0 to 1, with its 90 % interval, or the whole range if that is unknown. */
  share: number;
  low: number;
  high: number;
}

/** The normal deviate of a 90 % interval. */
const Z = 1.6449;

/**
 * Follows each mistake with a dated memory from the first session after that was written to its next miss, the deletion
 * of the memory or the last session. Excludes mistakes that were never missed before their memory, since only a later
 * miss makes them known, and those without a later session.
 */
export function recurrence(groups: readonly MissGroup[], sessions: readonly Session[]): Recurrence {
  const followed = groups.flatMap((group) => follow(group, sessions) ?? []);
  const steps = stepsOf(followed);
  return {
    groups: followed.length,
    cameBack: followed.filter(({ isBack }) => isBack).length,
    broken: followed.filter(({ isBack, isBroken }) => isBack && isBroken).length,
    steps,
    median: steps.find(({ share }) => share <= 0.5)?.sessions ?? null,
    longest: followed.reduce((most, { time }) => Math.max(most, time), 0),
  };
}

interface Followed {
  /** Sessions until it came back, including that one, or until the last session without it. */
  time: number;
  isBack: boolean;
  isBroken: boolean;
}

function follow({ memory, misses, project, state }: MissGroup, sessions: readonly Session[]): Followed | null {
  const spans = memory ? memoryLife(memory).spans : [];
  const from = spans[0]?.from;
  if (from === undefined || !misses.some((miss) => !isLater(miss, from))) return null;
  const counted = projectSessions(sessions, project.slug);
  const until = spans.at(-1)?.until;
  const born = counted.begunBy(from);
  const end = until ? counted.begunBy(until) : counted.list.length;
  if (end <= born) return null;
  const places = misses.flatMap(({ session }) => counted.placeOf(session) ?? []);
  const first = places.reduce((least, place) => (place >= born ? Math.min(least, place) : least), end);
  const isBroken = state === 'broken';
  return first < end
    ? { time: first - born + 1, isBack: true, isBroken }
    : { time: end - born, isBack: false, isBroken };
}

function stepsOf(followed: readonly Followed[]): RecurrenceStep[] {
  if (followed.length === 0) return [];
  const steps = [{ sessions: 0, atRisk: followed.length, events: 0, share: 1, low: 1, high: 1 }];
  const byTime = [...Map.groupBy(followed, ({ time }) => time)].sort(([a], [b]) => a - b);
  let [atRisk, share, variance] = [followed.length, 1, 0];
  for (const [sessions, members] of byTime) {
    const events = members.filter(({ isBack }) => isBack).length;
    if (events > 0) {
      share *= 1 - events / atRisk;
      // Greenwood's sum.
      variance += events / (atRisk * (atRisk - events));
      steps.push({ sessions, atRisk, events, share, ...interval(share, variance) });
    }
    atRisk -= members.length;
  }
  return steps;
}

/** On the log(-log) scale, which keeps it between 0 and 1 (Kalbfleisch and Prentice, 1980). */
function interval(share: number, variance: number): { low: number; high: number } {
  if (share <= 0) return { low: 0, high: 1 };
  const shift = Math.exp((Z * Math.sqrt(variance)) / -Math.log(share));
  return { low: share ** shift, high: share ** (1 / shift) };
}

/** The numbers of the recurrence curve, for the table below it and the CSV file. */
export function recurrenceTable({ steps }: Pick<Recurrence, 'steps'>): (readonly number[])[] {
  return steps.map(({ sessions, atRisk, events, share, low, high }) => [
    sessions,
    atRisk,
    events,
    ...[share, low, high].map((each) => Number(each.toFixed(3))),
  ]);
}

/** `4 of 11 mistakes with a rule came back after the rule was first written, 2 of them also since … */
export function recurrenceSentence({ groups, cameBack, broken, median, longest }: Recurrence): string {
  const observed = `(observed for up to ${counted(longest, 'session')})`;
  const mistakes = `${counted(groups, 'mistake')} with a rule`;
  if (cameBack === 0) return `None of ${mistakes} has come back so far ${observed}.`;
  const now = broken === 0 ? 'none' : broken === cameBack ? 'all' : grouped(broken);
  const share = `${grouped(cameBack)} of ${mistakes} came back after the rule was first written ${observed}, ${now} of them after it was last written or strengthened${broken === 0 ? '' : `: ${broken === 1 ? 'this one is' : 'these are'} broken`}.`;
  const half =
    median === null
      ? 'More than half are estimated to stay away that long.'
      : `Half are estimated to come back within ${counted(median, 'session')}.`;
  return `${share} ${half}`;
}
