/**
 * The events and observations of an archive by day. They are collected once; every period of every timeline is a range of
 * these days.
 *
 *     { date: '2026-11-19', counts: Map { 'ERROR' => 3 }, observations: 1, runs: [{ session, events, observations }, …] }
 */
import type { ChronicleEvent } from '#src/format/chronicle.ts';
import type { Observation } from '#src/format/notebook/observation.ts';
import { type Session, sessionDays } from '#src/format/session.ts';
import type { Tag } from '#src/format/tags.ts';
import { compare } from '#src/lib/compare.ts';
import { memoised } from '#src/lib/memo.ts';
import { observationDays } from './session-time.ts';

export interface TimelineDay {
  date: string;
  /** Without found events; a tag without events is absent. */
  counts: Map<Tag, number>;
  /** Found events by tag. */
  found: Map<Tag, number>;
  /** How many observations were made. They are in no other count. */
  observations: number;
  /** Newest session first. */
  runs: Run[];
}

/** What a session has on one day: its events, logged or found, and its observations, each in the order of their file. */
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

function collectDays(sessions: readonly Session[]): TimelineDay[] {
  const first = sessions.reduce((least, { chronicle }) => earlier(least, chronicle.frontMatter.date), '9999');
  const byDate = new Map<string, CountedRun[]>();
  for (const [date, runs] of sessions.flatMap((session) => [...runsOfSession(session, first)])) {
    const known = byDate.get(date);
    if (known) known.push(...runs);
    else byDate.set(date, runs);
  }
  return Array.from(byDate, ([date, runs]) => dayOf(runs, date)).sort((a, b) => compare(a.date, b.date));
}

function earlier(a: string, b: string): string {
  return a < b ? a : b;
}

/** A run, and how many events of each tag it has. */
interface CountedRun extends Run, Pick<TimelineDay, 'counts' | 'found'> {}

/**
 * The runs of a session, by their days. What was written down about work before the `first` day of the archive must not stretch
 * the timeline.
 */
function runsOfSession(session: Session, first: string): Map<string, CountedRun[]> {
  const observed = new Map(observationDays(session));
  const found = new Map<string, CountedRun[]>();
  const push = (date: string, run: CountedRun) => found.set(date, [...(found.get(date) ?? []), run]);
  for (const { date, events, counts, found } of sessionDays(session)) {
    push(date, { session, events, observations: observed.get(date) ?? [], counts, found });
    observed.delete(date);
  }
  for (const [date, observations] of observed) {
    const day = date < first ? session.chronicle.frontMatter.date : date;
    push(day, { session, events: [], observations, counts: NO_COUNTS, found: NO_COUNTS });
  }
  return found;
}

const NO_COUNTS = new Map<Tag, number>();

function dayOf(given: readonly CountedRun[], date: string): TimelineDay {
  const day: TimelineDay = { date, counts: new Map(), found: new Map(), observations: 0, runs: [] };
  for (const { session, events, observations, counts, found } of given) {
    pushRun(day, { session, events, observations });
    add(day.counts, counts);
    add(day.found, found);
  }
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
