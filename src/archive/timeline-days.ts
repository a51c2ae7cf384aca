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
  const first = sessions.reduce((least, { chronicle: { frontMatter } }) => {
    return frontMatter.date < least ? frontMatter.date : least;
  }, '9999');
  const days = new Map<string, TimelineDay>();
  for (const session of sessions)
    for (const [date, { run, counts, found }] of runsOfSession(session, first)) {
      const none: TimelineDay = { date, counts: new Map(), found: new Map(), observations: 0, runs: [] };
      const day = days.get(date) ?? none;
      days.set(date, day);
      day.runs.push(run);
      day.observations += run.observations.length;
      add(day.counts, counts);
      add(day.found, found);
    }
  return [...days.values()].sort((a, b) => compare(a.date, b.date));
}

/** A run, and how many events of each tag it has. */
type CountedRun = { run: Run } & Pick<TimelineDay, 'counts' | 'found'>;

/**
 * The runs of a session, by their days. What was written down about work before the `first` day of the archive must not stretch
 * the timeline.
 */
function runsOfSession(session: Session, first: string): Map<string, CountedRun> {
  const runs = new Map<string, CountedRun>();
  const runOn = (date: string): CountedRun => {
    const own: CountedRun = { run: { session, events: [], observations: [] }, counts: new Map(), found: new Map() };
    const run = runs.get(date) ?? own;
    runs.set(date, run);
    return run;
  };
  for (const { date, events, counts, found } of sessionDays(session)) {
    const day = runOn(date);
    day.run.events.push(...events);
    add(day.counts, counts);
    add(day.found, found);
  }
  for (const [date, observations] of observationDays(session)) {
    const { run } = runOn(date < first ? session.chronicle.frontMatter.date : date);
    run.observations = [...run.observations, ...observations];
  }
  return runs;
}

function add(sums: Map<Tag, number>, counts: ReadonlyMap<Tag, number>): void {
  for (const [tag, count] of counts) sums.set(tag, (sums.get(tag) ?? 0) + count);
}
