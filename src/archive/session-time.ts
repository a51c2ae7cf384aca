/**
 * When a session began, how long it lasted, and on which days, in local time. A file has its start in UTC, its events in
 * local time, and `utc_offset` to convert. Without it, the first timed event counts as the start.
 */
import type { Chronicle, ChronicleEvent } from '#src/format/chronicle.ts';
import type { Observation } from '#src/format/notebook/observation.ts';
import type { Session } from '#src/format/session.ts';
import { compare } from '#src/lib/compare.ts';
import { latest, memoised } from '#src/lib/memo.ts';
import { clock, duration } from '#src/lib/text/day.ts';
import { type DayTime, minutesOf, momentOf } from '#src/transcript/moment.ts';

export interface SessionTime {
  /** `14:00`, or `14:00 UTC` if the local time is unknown. */
  started: string;
  /** From the start to the last timed event; null if that is zero. */
  minutes: number | null;
  /** The time at which the chart starts: `14:00`. */
  from: string;
  /** The same in minutes since 1970, as if local time were UTC; infinite if nothing is known. */
  start: number;
  /** The timed events, each with its position from 0, the start, to 1, the last event. */
  timed: { event: ChronicleEvent; minute: number; at: number }[];
}

/** The start, length and timed events of a session. */
export const sessionTime = latest(({ chronicle }: Session): SessionTime => {
  const { started, utc_offset: offset } = chronicle.frontMatter;
  const localStart = offset === undefined ? null : minuteOf(started.slice(0, 16)) + minutesOf(offset);
  const minutes = chronicle.events.flatMap((event) =>
    event.time === null ? [] : [{ event, minute: minuteOf(`${event.date}T${event.time}`) }],
  );
  const all = minutes.map(({ minute }) => minute);
  // Spreading many events would overflow the stack.
  const start = all.reduce((a, b) => Math.min(a, b), localStart ?? Number.POSITIVE_INFINITY);
  const end = all.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
  const length = end - start;
  return {
    started: localStart === null ? `${started.slice(11, 16)} UTC` : clock(localStart),
    minutes: length > 0 && Number.isFinite(length) ? length : null,
    from: Number.isFinite(start) ? clock(start) : '',
    start,
    timed: minutes.map(({ event, minute }) => ({ event, minute, at: length > 0 ? (minute - start) / length : 0 })),
  };
});

/**
 * How long a session was, in the words of all pages: `2 h 25 active` where its facts tell, else `2 h 44 to its last event`;
 * empty if neither is known.
 */
export function lengthWords(session: Session): string {
  const active = session.facts?.activeMinutes ?? 0;
  if (active > 0) return `${duration(active)} active`;
  const { minutes } = sessionTime(session);
  return minutes === null ? '' : `${duration(minutes)} to its last event`;
}

/**
 * A session's span in minutes: from its first to its last message, or without facts from its start to its last event. Null if
 * that is zero.
 */
export function spanMinutes(session: Session): number | null {
  const { from, to } = session.facts ?? {};
  const minutes = from && to ? Math.round((Date.parse(to) - Date.parse(from)) / 60_000) : sessionTime(session).minutes;
  return minutes !== null && minutes > 0 ? minutes : null;
}

/**
 * Converts UTC times to the local time of a session, by the offset in its file. Without an offset, they stay in UTC. A
 * time that is not valid becomes empty.
 */
export function localClockOf({
  frontMatter: { utc_offset: offset },
}: Pick<Chronicle, 'frontMatter'>): (utc: string) => DayTime {
  return (utc) => momentOf(utc, offset);
}

/** Minutes since 1970 of a local `YYYY-MM-DDTHH:MM`, as if local time were UTC. */
export function minuteOf(localTime: string): number {
  return Date.parse(`${localTime}Z`) / 60_000;
}

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
