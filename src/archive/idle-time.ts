/**
 * Idle time: nothing happened in a session for so long that its page folds the time away. The chart and the log name the
 * same gaps.
 */
import type { Session } from '#src/format/session.ts';
import type { Facts } from '#src/transcript/facts.ts';
import { minutesOf } from '#src/transcript/moment.ts';
import { minuteOf, observationDays, sessionTime } from './session-time.ts';
import { latest } from '#src/lib/memo.ts';

/** Time without anything, in local minutes since 1970. */
export interface Gap {
  from: number;
  to: number;
}

/** A gap this long is idle (minutes). */
const IDLE = 45;
/** Without facts, only events tell the time, and an agent may work for hours without one. */
const WITHOUT_EVENTS = 180;

/** The idle gaps of a session, oldest first. Without facts, these are the long times without an event. */
export function idleGaps(session: Session, facts: Facts | null): Gap[] {
  const moments = signsOfLife(session, facts);
  return moments
    .map((to, i) => ({ from: moments[i - 1] ?? to, to }))
    .filter(({ from, to }) => to - from >= (facts ? IDLE : WITHOUT_EVENTS));
}

/** Every local minute in which something is known to have happened, in order. */
export const signsOfLife = latest((session: Session, facts: Facts | null): readonly number[] => {
  const { timed, start } = sessionTime(session);
  const events = timed.map(({ minute }) => minute);
  const observations = timedObservations(session).map(({ minute }) => minute);
  const own = facts ? factMinutes(session, facts) : [start];
  const all = [...new Set([...own, ...events, ...observations])].filter(Number.isFinite);
  return all.sort((a, b) => a - b);
});

/** Converts a UTC time of the facts to a local minute. */
export function localMinuteOf({ chronicle }: Session): (utc: string) => number {
  const offset = minutesOf(chronicle.frontMatter.utc_offset);
  return (utc) => Math.floor(Date.parse(utc) / 60_000) + offset;
}

/** The observations made while a session lasted: one of another day says nothing about its line. */
export function timedObservations(session: Session): { id: string; time: string; text: string; minute: number }[] {
  return [...observationDays(session)].flatMap(([day, observations]) =>
    observations.flatMap(({ id, date, time, title }) => {
      if (time === null || (date ?? day) !== day || day < session.chronicle.frontMatter.date) return [];
      return [{ id, time, text: title, minute: minuteOf(`${day}T${time}`) }];
    }),
  );
}

function factMinutes(session: Session, facts: Facts): number[] {
  const local = localMinuteOf(session);
  const { prompts, commits, pullRequests, tests, plans, questions, compactions, head, work } = facts;
  const edges = [head.from, head.to].flatMap((edge) => (edge === null ? [] : [local(edge)]));
  return [
    ...edges,
    ...work.map(({ minute }) => (edges[0] ?? Number.NaN) + minute),
    ...[prompts, commits, pullRequests, tests, plans, questions, compactions].flatMap((all) =>
      all.map(({ at }) => local(at)),
    ),
  ];
}
