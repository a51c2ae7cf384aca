import { isCandidate } from '../chronicle/candidate.ts';
import type { ChronicleEvent } from '../chronicle/chronicle.ts';
import type { Observation } from '../chronicle/notebook/observation.ts';
import type { Session } from '../chronicle/session.ts';
import type { Tag } from '../chronicle/tags.ts';
import type { Period } from './period.ts';

/** The events and observations of one month of a period. */
export interface MonthOfEvents {
  /** `2026-11` */
  month: string;
  sessions: number;
  /** Without unconfirmed events. */
  events: number;
  candidates: number;
  observations: number;
  /** Newest day first, then newest session. */
  entries: DayOfSession[];
}

/** What a session has on one day: its events, then its observations, each in the order of their file. */
export interface DayOfSession {
  date: string;
  /** Whether it is the first entry of its day. */
  isFirstOfDay: boolean;
  session: Session;
  events: ChronicleEvent[];
  observations: readonly Observation[];
}

/** The events of a period with a tag, or all events and the observations for null, newest month first. */
export function eventsByMonth(period: Period, tag: Tag | null): MonthOfEvents[] {
  const entries = period.days.toReversed().flatMap(({ date, runs }) =>
    runs
      .map((run) => (tag === null ? run : { ...run, events: ofTag(run.events, tag), observations: [] }))
      .filter(({ events, observations }) => events.length + observations.length > 0)
      .map((entry, i): DayOfSession => ({ date, isFirstOfDay: i === 0, ...entry })),
  );
  return Array.from(
    Map.groupBy(entries, ({ date }) => date.slice(0, 7)),
    ([month, entries]) => ({
      month,
      sessions: new Set(entries.map(({ session }) => session)).size,
      ...countsOf(entries),
      entries,
    }),
  );
}

function countsOf(entries: readonly DayOfSession[]): Pick<MonthOfEvents, 'events' | 'candidates' | 'observations'> {
  const all = entries.reduce((sum, { events }) => sum + events.length, 0);
  const candidates = entries.reduce((sum, { events }) => sum + events.filter(isCandidate).length, 0);
  const observations = entries.reduce((sum, entry) => sum + entry.observations.length, 0);
  return { events: all - candidates, candidates, observations };
}

function ofTag(events: readonly ChronicleEvent[], tag: Tag): ChronicleEvent[] {
  return events.filter((event) => event.tag === tag);
}
