/**
 * The events of an archive by day. They are collected once; every period of every timeline is a range of these days.
 *
 *     { date: '2026-11-19', counts: Map { 'ERROR' => 3, 'PIVOT' => 1 }, runs: [{ session, events }, …] }
 */
import { isCandidate } from '../chronicle/candidate.ts';
import type { ChronicleEvent } from '../chronicle/chronicle.ts';
import type { Session } from '../chronicle/session.ts';
import { sessionDays, sumOf } from '../chronicle/session-days.ts';
import { TAG_ORDER, type Tag } from '../chronicle/tags.ts';
import { mondayOf } from '../value/calendar-day.ts';
import { compare } from '../value/compare.ts';
import { memoised } from '../value/memo.ts';

export interface TimelineDay {
  date: string;
  /** Without unconfirmed events; a tag without events is absent. */
  counts: Map<Tag, number>;
  /** Unconfirmed events by tag. */
  candidates: Map<Tag, number>;
  /** Newest session first. */
  runs: Run[];
}

/** The events of a session on one day, confirmed or not, in the order of its file. */
interface Run {
  session: Session;
  events: ChronicleEvent[];
}

/** The days with events, oldest first, from sessions given newest first. The same array gets the same days. */
export const timelineDays = memoised(collectDays);

/** The number of events on a day with a tag, or with any tag for null; without unconfirmed events. */
export function eventsOn({ counts }: TimelineDay, tag: Tag | null): number {
  return tag === null ? sumOf(counts) : (counts.get(tag) ?? 0);
}

/** The number of unconfirmed events on a day with a tag, or with any tag for null. */
export function candidatesOn({ candidates }: TimelineDay, tag: Tag | null): number {
  return tag === null ? sumOf(candidates) : (candidates.get(tag) ?? 0);
}

/** Whether a day has an event of a tag, confirmed or not. */
export function hasEventsOf({ counts, candidates }: TimelineDay, tag: Tag): boolean {
  return counts.has(tag) || candidates.has(tag);
}

/** The days without their unconfirmed events, for exports. */
export function loggedDays(days: readonly TimelineDay[]): TimelineDay[] {
  return days
    .filter(({ counts }) => counts.size > 0)
    .map((day) =>
      day.candidates.size === 0 ? day : { ...day, candidates: new Map(), runs: day.runs.flatMap(loggedRun) },
    );
}

function loggedRun({ session, events }: Run): Run[] {
  const logged = events.filter((event) => !isCandidate(event));
  return logged.length === 0 ? [] : [{ session, events: logged }];
}

function collectDays(sessions: readonly Session[]): TimelineDay[] {
  const days = new Map<string, TimelineDay>();
  for (const session of sessions) {
    for (const { date, events, ...tallies } of sessionDays(session)) {
      const day: TimelineDay = days.get(date) ?? { date, counts: new Map(), candidates: new Map(), runs: [] };
      days.set(date, day);
      day.runs.push({ session, events });
      add(day.counts, tallies.counts);
      add(day.candidates, tallies.candidates);
    }
  }
  return [...days.values()].sort((a, b) => compare(a.date, b.date));
}

function add(sums: Map<Tag, number>, counts: ReadonlyMap<Tag, number>): void {
  for (const [tag, count] of counts) sums.set(tag, (sums.get(tag) ?? 0) + count);
}

/** The numbers of events of each tag in each week, by its Monday, oldest first, without zeros. */
export function weekCounts(
  days: readonly TimelineDay[],
): { week: string; tag: Tag; events: number; candidates: number }[] {
  const weeks = Map.groupBy(days, ({ date }) => mondayOf(date));
  return Array.from(weeks, ([week, members]) =>
    TAG_ORDER.map((tag) => ({
      week,
      tag,
      events: members.reduce((sum, day) => sum + eventsOn(day, tag), 0),
      candidates: members.reduce((sum, day) => sum + candidatesOn(day, tag), 0),
    })),
  )
    .flat()
    .filter(({ events, candidates }) => events + candidates > 0);
}
