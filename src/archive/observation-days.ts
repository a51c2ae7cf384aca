import type { Observation } from '../format/notebook/observation.ts';
import type { Session } from '../format/session.ts';
import { momentOf } from '../transcript/moment.ts';
import { compare } from '../lib/compare.ts';
import { memoised } from '../lib/memo.ts';

const NONE: ReadonlyMap<string, Observation[]> = new Map();

/**
 * A session's observations by the day they were made, each day in file order. An observation states its day itself: one about
 * earlier work has a day before the session. A day after the session is a slip, and moved to its last day.
 */
export const observationDays = memoised((session: Session): ReadonlyMap<string, Observation[]> => {
  const { observations = [] } = session.notebook ?? {};
  if (observations.length === 0) return NONE;
  const { date: first } = session.chronicle.frontMatter;
  const last = lastDay(session);
  return Map.groupBy(observations, ({ date }) => (date !== null && date > last ? last : (date ?? first)));
});

/** The last day that a session's events or its transcript know of. */
function lastDay({ chronicle, facts }: Session): string {
  const { date, utc_offset: offset } = chronicle.frontMatter;
  const days = [
    date,
    facts?.to ? momentOf(facts.to, offset).date : date,
    ...chronicle.events.map((event) => event.date),
  ];
  return days.reduce((a, b) => (compare(a, b) < 0 ? b : a));
}
