import type { Session } from '../chronicle/session.ts';

const known = new WeakMap<readonly Session[], Map<string, Session[]>>();

/**
 * The sessions by the month of their front matter's date (`2026-03`), each month in the order
 * given. Worked out once for a list: the collection is asked for one month after the other.
 */
export function monthsOf(sessions: readonly Session[]): ReadonlyMap<string, Session[]> {
  const before = known.get(sessions);
  if (before) return before;
  const months = Map.groupBy(sessions, ({ chronicle }) => chronicle.frontMatter.date.slice(0, 7));
  known.set(sessions, months);
  return months;
}
