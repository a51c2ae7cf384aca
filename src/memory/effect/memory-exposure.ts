import type { Occurrence } from '../misses/miss-group.ts';
import type { ProjectSessions } from './project-sessions.ts';

/** The counted sessions until a memory was written, and since, and what was missed in them. */
export interface Exposure {
  sessions: { before: number; since: number };
  /** In how many of them its mistake was made. */
  missed: { before: number; since: number };
  /** How often, as a session can hold several misses. */
  misses: { before: number; since: number };
}

/**
 * Counts sessions and misses before and since a time in UTC; all are before if it is null. What began after `until`,
 * when the memory went, is neither.
 *
 * A session that had begun before the memory was written counts as before, and so does what is missed in it
 * later: the memory was not in its context when it began.
 */
export function memoryExposure(
  counted: ProjectSessions,
  misses: readonly Occurrence[],
  from: string | null,
  until: string | null,
): Exposure {
  const all = until === null ? counted.list.length : counted.begunBy(until);
  const born = from === null ? all : Math.min(all, counted.begunBy(from));
  const places = misses.flatMap(({ session }) => counted.placeOf(session) ?? []).filter((place) => place < all);
  const split = (list: readonly number[]) => {
    const before = list.filter((place) => place < born).length;
    return { before, since: list.length - before };
  };
  return {
    sessions: { before: born, since: all - born },
    missed: split([...new Set(places)]),
    misses: split(places),
  };
}
