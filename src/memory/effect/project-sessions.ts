import type { Session } from '#src/format/session.ts';
import { isCounted } from '#src/format/session.ts';
import { compare } from '#src/lib/compare.ts';
import { memoised } from '#src/lib/memo.ts';
import { isLater } from '../misses/group-state.ts';
import type { Occurrence } from '../misses/miss-group.ts';

/** What is counted of a session. */
interface CountedSession {
  name: string;
  /** UTC, and the same in milliseconds. */
  started: string;
  start: number;
  /** The memory files that it was reminded of when it began. */
  nudged: string;
}

/** The counted sessions of one project in the order they began. Memories are measured against them. */
export class ProjectSessions {
  readonly list: readonly CountedSession[];
  readonly #places: Map<string, number>;

  /** They are given in the order in which they began. */
  constructor(list: readonly CountedSession[]) {
    this.list = list;
    this.#places = new Map(list.map(({ name }, index) => [name, index]));
  }

  /** How many began at a time in UTC or before it. */
  begunBy(at: string): number {
    const time = Date.parse(at);
    return this.#search(({ start }) => start > time);
  }

  /** How many had begun when an event was logged; without its time, not those of its day. */
  begunBefore(occurrence: Occurrence): number {
    return this.#search(({ started }) => !isLater(occurrence, started));
  }

  /** The first place at which a condition is true. */
  #search(holds: (session: CountedSession) => boolean): number {
    let [low, high] = [0, this.list.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const session = this.list[middle];
      if (session && holds(session)) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  /** The session's place in the list, from 0, also for an earlier reading of its file. Undefined if it does not count. */
  placeOf({ name }: Session): number | undefined {
    return this.#places.get(name);
  }
}

const NONE = new ProjectSessions([]);

/** The counted sessions of a project by its slug. The same object until other sessions count, or they began at other times. */
export function projectSessions(sessions: readonly Session[], slug: string): ProjectSessions {
  return sessionsBySlug(sessions).get(slug) ?? NONE;
}

/** Those of the last archive. */
let last: ReadonlyMap<string, ProjectSessions> = new Map();

const sessionsBySlug = memoised((sessions: readonly Session[]): ReadonlyMap<string, ProjectSessions> => {
  // They are given newest first; reversed, they are almost sorted.
  const bySlug = Map.groupBy(sessions.toReversed().filter(isCounted), ({ project }) => project.slug);
  last = new Map(
    [...bySlug].map(([slug, own]) => {
      const list = own.map(countedSession).sort((a, b) => a.start - b.start || compare(a.name, b.name));
      const known = last.get(slug);
      return [slug, known && isSame(known.list, list) ? known : new ProjectSessions(list)];
    }),
  );
  return last;
});

function countedSession({ name, chronicle: { frontMatter } }: Session): CountedSession {
  const { started, nudged } = frontMatter;
  return { name, started, start: Date.parse(started), nudged: typeof nudged === 'string' ? nudged : '' };
}

function isSame(a: readonly CountedSession[], b: readonly CountedSession[]): boolean {
  return (
    a.length === b.length &&
    a.every((one, i) => {
      const other = b[i];
      return (
        one === other || (one.name === other?.name && one.started === other.started && one.nudged === other.nudged)
      );
    })
  );
}

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
