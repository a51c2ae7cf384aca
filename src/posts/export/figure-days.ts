import type { Session } from '#src/chronicle/session.ts';
import { sessionDays } from '#src/chronicle/session-days.ts';
import { dayAfter, daysBetween } from '#src/value/calendar-day.ts';

/** First and last day of a figure. */
export interface FigureDays {
  from: string;
  to: string;
}

/** Fewer days do not show a trend. */
const LEAST = 14;

/**
 * The days of a figure, from the draft if it names them. Missing ones come from the days of `sessions`, widened to at
 * least two weeks. Or the fault, as the end of a sentence.
 */
export function figureDays(
  given: { from: string | null; to: string | null },
  sessions: readonly Session[],
): FigureDays | { fault: string } {
  const { from, to } = filled(given, sessions);
  if (from === '' || to === '') return { fault: 'set them, since there is no session to take them from' };
  return from <= to ? { from, to } : { fault: '"from" is after "to"' };
}

function filled({ from, to }: { from: string | null; to: string | null }, sessions: readonly Session[]): FigureDays {
  if (from !== null && to !== null) return { from, to };
  const span = spanOf(sessions);
  if (from !== null) return { from, to: latest(span.to, dayAfter(from, LEAST - 1)) };
  if (to !== null) return { from: earliest(span.from, dayAfter(to, 1 - LEAST)), to };
  return widened(span.from, span.to);
}

/** A range widened evenly to two weeks. Empty days stay empty. */
export function widened(from: string, to: string): FigureDays {
  const missing = Math.max(0, LEAST - 1 - daysBetween(from, to));
  return { from: dayAfter(from, -Math.floor(missing / 2)), to: dayAfter(to, Math.ceil(missing / 2)) };
}

function spanOf(sessions: readonly Session[]): FigureDays {
  const days = sessions.flatMap((session) => [session.chronicle.frontMatter.date, ...loggedDates(session)]).sort();
  return { from: days[0] ?? '', to: days.at(-1) ?? '' };
}

function loggedDates(session: Session): string[] {
  return sessionDays(session).flatMap(({ date, counts }) => (counts.size === 0 ? [] : date));
}

function earliest(a: string, b: string): string {
  return a !== '' && a < b ? a : b;
}

function latest(a: string, b: string): string {
  return a > b ? a : b;
}
