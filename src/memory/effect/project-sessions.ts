import type { Session } from '#src/chronicle/session.ts';
import { isCounted } from '#src/chronicle/session.ts';
import { compare } from '#src/value/compare.ts';
import { memoised } from '#src/value/memo.ts';
import { isLater } from '../misses/group-state.ts';
import type { Occurrence } from '../misses/miss-group.ts';

/** The counted sessions of one project in the order they began. Memories are measured against them. */
export class ProjectSessions {
  readonly list: readonly Session[];
  readonly #starts: number[];
  readonly #places: Map<string, number>;

  constructor(sessions: readonly Session[]) {
    const begun = sessions.map((session) => ({ session, start: startOf(session) }));
    // They are given newest first; reversed, they are almost sorted.
    begun.reverse().sort((a, b) => a.start - b.start || compare(a.session.name, b.session.name));
    this.list = begun.map(({ session }) => session);
    this.#starts = begun.map(({ start }) => start);
    this.#places = new Map(this.list.map(({ name }, index) => [name, index]));
  }

  /** How many began at a time in UTC or before it. */
  begunBy(at: string): number {
    const time = Date.parse(at);
    return this.#search((index) => (this.#starts[index] ?? 0) > time);
  }

  /** How many had begun when an event was logged; without its time, not those of its day. */
  begunBefore(occurrence: Occurrence): number {
    return this.#search((index) => !isLater(occurrence, this.list[index]?.chronicle.frontMatter.started ?? ''));
  }

  /** The first place at which a condition is true. */
  #search(holds: (index: number) => boolean): number {
    let [low, high] = [0, this.list.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (holds(middle)) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  /** The session's place in the list, from 0, also for an earlier reading of its file. Undefined if it does not count. */
  placeOf({ name }: Session): number | undefined {
    return this.#places.get(name);
  }
}

const startOf = memoised(({ chronicle }: Session): number => Date.parse(chronicle.frontMatter.started));

const NONE = new ProjectSessions([]);

/** The counted sessions of a project by its slug, cached per array. */
export function projectSessions(sessions: readonly Session[], slug: string): ProjectSessions {
  return sessionsBySlug(sessions).get(slug) ?? NONE;
}

const sessionsBySlug = memoised((sessions: readonly Session[]): ReadonlyMap<string, ProjectSessions> => {
  const bySlug = Map.groupBy(sessions.filter(isCounted), ({ project }) => project.slug);
  return new Map([...bySlug].map(([project, members]) => [project, new ProjectSessions(members)]));
});

/** The counted sessions before and since a memory was written, and the misses in them. */
export interface Exposure {
  sessions: { before: number; since: number };
  /** How many of them have a miss. */
  missed: { before: number; since: number };
  /** How many misses; a session can have several. */
  misses: { before: number; since: number };
}

/**
 * Counts sessions and misses before and since a time in UTC; all are before if it is null. Sessions that began after
 * `until`, when the memory was deleted, do not count.
 *
 * A session that began before the memory was written counts as before, with all its misses: the memory was not in its
 * context.
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
