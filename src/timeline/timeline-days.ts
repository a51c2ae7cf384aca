/**
 * The events and observations of an archive by day. They are collected once; every period of every timeline is a range of
 * these days.
 *
 *     { date: '2026-11-19', counts: Map { 'ERROR' => 3 }, observations: 1, runs: [{ session, events, observations }, …] }
 */
import { isCandidate } from '../chronicle/candidate.ts';
import type { ChronicleEvent } from '../chronicle/chronicle.ts';
import type { Observation } from '../chronicle/notebook/observation.ts';
import type { Session } from '../chronicle/session.ts';
import { sessionDays, sumOf } from '../chronicle/session-days.ts';
import { TAG_ORDER, type Tag } from '../chronicle/tags.ts';
import { mondayOf } from '../value/calendar-day.ts';
import { compare } from '../value/compare.ts';
import { memoised } from '../value/memo.ts';
import { type LaneKind, OBSERVATION } from './lane-kind.ts';
import { observationDays } from './observation-days.ts';

export interface TimelineDay {
  date: string;
  /** Without unconfirmed events; a tag without events is absent. */
  counts: Map<Tag, number>;
  /** Unconfirmed events by tag. */
  candidates: Map<Tag, number>;
  /** How many observations were made. They are in no other count. */
  observations: number;
  /** Newest session first. */
  runs: Run[];
}

/** What a session has on one day: its events, confirmed or not, and its observations, each in the order of their file. */
interface Run {
  session: Session;
  events: ChronicleEvent[];
  observations: readonly Observation[];
}

/** A run with its day. */
export type DatedRun = Run & { date: string };

/** The runs of days, oldest first: of the sessions of a day, the newest last. */
export function runsOf(days: readonly TimelineDay[]): DatedRun[] {
  return days.flatMap(runsOfDay);
}

/** The same objects for all periods with the day. */
const runsOfDay = memoised(({ date, runs }: TimelineDay): DatedRun[] => {
  return runs.toReversed().map((run) => ({ date, ...run }));
});

/** The days with events or observations, oldest first, from sessions given newest first. The same array gets the same days. */
export const timelineDays = memoised(collectDays);

/** The number on a day of what a lane shows, or of the events of all tags for null; without unconfirmed events. */
export function eventsOn({ counts, observations }: TimelineDay, kind: LaneKind | null): number {
  if (kind === OBSERVATION) return observations;
  return kind === null ? sumOf(counts) : (counts.get(kind) ?? 0);
}

/** The number of unconfirmed events on a day in a lane, or of all tags for null. */
export function candidatesOn({ candidates }: TimelineDay, kind: LaneKind | null): number {
  if (kind === OBSERVATION) return 0;
  return kind === null ? sumOf(candidates) : (candidates.get(kind) ?? 0);
}

/** Whether a day has something for a lane, confirmed or not. */
export function hasEventsOf({ counts, candidates, observations }: TimelineDay, kind: LaneKind): boolean {
  return kind === OBSERVATION ? observations > 0 : counts.has(kind) || candidates.has(kind);
}

/** The days with confirmed events, and nothing but those, for exports. */
export function loggedDays(days: readonly TimelineDay[]): TimelineDay[] {
  return days
    .filter(({ counts }) => counts.size > 0)
    .map((day) =>
      day.candidates.size + day.observations === 0
        ? day
        : { ...day, candidates: new Map(), observations: 0, runs: day.runs.flatMap(loggedRun) },
    );
}

function loggedRun({ session, events }: Run): Run[] {
  const logged = events.filter((event) => !isCandidate(event));
  return logged.length === 0 ? [] : [{ session, events: logged, observations: [] }];
}

function collectDays(sessions: readonly Session[]): TimelineDay[] {
  const days = new Map<string, TimelineDay>();
  const first = sessions.reduce(
    (least, { chronicle: { frontMatter } }) => (frontMatter.date < least ? frontMatter.date : least),
    '9999',
  );
  for (const session of sessions) {
    const observed = new Map(observationDays(session));
    for (const { date, events, ...tallies } of sessionDays(session)) {
      const day = dayAt(days, date);
      pushRun(day, { session, events, observations: observed.get(date) ?? [] });
      observed.delete(date);
      add(day.counts, tallies.counts);
      add(day.candidates, tallies.candidates);
    }
    for (const [date, observations] of observed) {
      // What was written down about work before the archive began must not stretch the timeline.
      const day = dayAt(days, date < first ? session.chronicle.frontMatter.date : date);
      pushRun(day, { session, events: [], observations });
    }
  }
  return [...days.values()].sort((a, b) => compare(a.date, b.date));
}

function dayAt(days: Map<string, TimelineDay>, date: string): TimelineDay {
  const day = days.get(date) ?? { date, counts: new Map(), candidates: new Map(), observations: 0, runs: [] };
  days.set(date, day);
  return day;
}

function pushRun(day: TimelineDay, run: Run): void {
  const last = day.runs.at(-1);
  if (last?.session === run.session && run.events.length === 0) {
    last.observations = [...last.observations, ...run.observations];
  } else day.runs.push(run);
  day.observations += run.observations.length;
}

function add(sums: Map<Tag, number>, counts: ReadonlyMap<Tag, number>): void {
  for (const [tag, count] of counts) sums.set(tag, (sums.get(tag) ?? 0) + count);
}

/** A row of `weeks.csv`. Observations have a row of their own without a tag, so that summing a column counts nothing twice. */
interface WeekCount {
  /** Its Monday. */
  week: string;
  tag: Tag | '';
  events: number;
  candidates: number;
  observations: number;
}

/** The numbers of events of each tag, and of observations, in each week, oldest first, without zeros. */
export function weekCounts(days: readonly TimelineDay[]): WeekCount[] {
  const weeks = Map.groupBy(days, ({ date }) => mondayOf(date));
  return Array.from(weeks, ([week, members]) => {
    const sum = (count: (day: TimelineDay) => number) => members.reduce((all, day) => all + count(day), 0);
    const tags = TAG_ORDER.map((tag): WeekCount => {
      const [events, candidates] = [sum((day) => eventsOn(day, tag)), sum((day) => candidatesOn(day, tag))];
      return { week, tag, events, candidates, observations: 0 };
    });
    return [
      ...tags,
      { week, tag: '' as const, events: 0, candidates: 0, observations: sum((day) => day.observations) },
    ];
  })
    .flat()
    .filter(({ events, candidates, observations }) => events + candidates + observations > 0);
}
