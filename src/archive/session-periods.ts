import type { Session } from '../chronicle/session.ts';
import { compare } from '../value/compare.ts';

/** The first days of the weeks of a month, the latest first. The last week has up to ten days, so that none is in two months. */
const WEEKS = [22, 15, 8, 1];

/**
 * Sessions by period, newest first: the newest week, the quarters of its year without that week, and the years before it, such
 * as `2026-q4-11-15`, `2026-q4`, `2026-q3`, `2025`. What follows from a period is made again when one of its sessions changes:
 * mostly the newest, which are few; and all sessions are in few periods.
 */
export function byPeriod(sessions: readonly Session[]): [period: string, sessions: Session[]][] {
  const newest = sessions.map(dateOf).reduce((last, date) => (date > last ? date : last), '');
  const [year, week] = [yearOf(newest), weekOf(newest)];
  const periodOf = (session: Session) => {
    const date = dateOf(session);
    if (yearOf(date) !== year) return yearOf(date);
    return weekOf(date) === week ? week : quarterOf(date);
  };
  return [...Map.groupBy(sessions, periodOf)].sort(([a], [b]) => compare(b, a));
}

function dateOf({ chronicle }: Session): string {
  return chronicle.frontMatter.date;
}

function yearOf(date: string): string {
  return date.slice(0, 4);
}

function quarterOf(date: string): string {
  return `${yearOf(date)}-q${Math.ceil(Number(date.slice(5, 7)) / 3)}`;
}

/** Named after its quarter, month and first day, so that names are in the order of time. */
function weekOf(date: string): string {
  const day = Number(date.slice(8, 10));
  const first = WEEKS.find((start) => start <= day) ?? 1;
  return `${quarterOf(date)}-${date.slice(5, 7)}-${String(first).padStart(2, '0')}`;
}
