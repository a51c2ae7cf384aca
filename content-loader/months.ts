import type { Session } from '../src/chronicle/session.ts';

/** The month a session is filed under: `2026-03`. */
export function monthOf({ chronicle }: Session): string {
  return chronicle.frontMatter.date.slice(0, 7);
}

/** The sessions by month, each month in the order given. */
export function monthsOf(sessions: readonly Session[]): Map<string, Session[]> {
  return Map.groupBy(sessions, monthOf);
}
