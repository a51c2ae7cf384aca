import type { Session } from '../chronicle/session.ts';
import { compare } from '../value/compare.ts';

/**
 * Sessions by the quarters of the newest year and by the years before it, newest first: `2026-q4`, `2026-q3`, `2025`. A
 * change is in few sessions, and all of them are in few parts.
 */
export function byPeriod(sessions: readonly Session[]): [period: string, sessions: Session[]][] {
  const newest = sessions.map(yearOf).reduce((last, year) => (year > last ? year : last), '');
  const periodOf = (session: Session) => (yearOf(session) === newest ? quarterName(session) : yearOf(session));
  return [...Map.groupBy(sessions, periodOf)].sort(([a], [b]) => compare(b, a));
}

function yearOf({ chronicle }: Session): string {
  return chronicle.frontMatter.date.slice(0, 4);
}

function quarterName(session: Session): string {
  return `${yearOf(session)}-q${Math.ceil(Number(session.chronicle.frontMatter.date.slice(5, 7)) / 3)}`;
}
