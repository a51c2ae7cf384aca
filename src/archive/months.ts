import { memoised } from '#src/value/memo.ts';
import type { Session } from '../chronicle/session.ts';

/**
 * The sessions by the month of their front matter's date (`2026-03`), each month in the order
 * given. Worked out once for a list: the collection is asked for one month after the other.
 */
export const monthsOf = memoised(
  (sessions: readonly Session[]): ReadonlyMap<string, Session[]> =>
    Map.groupBy(sessions, ({ chronicle }) => chronicle.frontMatter.date.slice(0, 7)),
);
