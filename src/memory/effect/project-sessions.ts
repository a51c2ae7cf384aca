import { isCounted } from '#src/chronicle/counted-session.ts';
import type { Session } from '#src/chronicle/session.ts';
import { compare } from '#src/value/compare.ts';
import { memoised } from '#src/value/memo.ts';
import { isLater } from '../misses/group-state.ts';
import type { Occurrence } from '../misses/miss-group.ts';

/** The counted sessions of one project in the order in which they began: what memories are measured against. */
export class ProjectSessions {
  readonly list: readonly Session[];
  readonly #starts: number[];
  readonly #places: Map<string, number>;

  constructor(sessions: readonly Session[]) {
    const begun = sessions.map((session) => ({ session, start: Date.parse(session.chronicle.frontMatter.started) }));
    // They come newest first, so that little is left to sort.
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

  /** How many had begun when an event was logged. Where its time is not known, those of its day had not. */
  begunBefore(occurrence: Occurrence): number {
    return this.#search((index) => !isLater(occurrence, this.list[index]?.chronicle.frontMatter.started ?? ''));
  }

  /** The first place from which on something holds. */
  #search(holds: (index: number) => boolean): number {
    let [low, high] = [0, this.list.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (holds(middle)) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  /** Which of the list it is, from 0; also for an earlier reading of its file. Undefined if it does not count. */
  placeOf({ name }: Session): number | undefined {
    return this.#places.get(name);
  }
}

const NONE = new ProjectSessions([]);

/** The counted sessions of a project, by its slug. Worked out once for the same array. */
export function projectSessions(sessions: readonly Session[], slug: string): ProjectSessions {
  return sessionsBySlug(sessions).get(slug) ?? NONE;
}

const sessionsBySlug = memoised((sessions: readonly Session[]): ReadonlyMap<string, ProjectSessions> => {
  const bySlug = Map.groupBy(sessions.filter(isCounted), ({ project }) => project.slug);
  return new Map([...bySlug].map(([project, members]) => [project, new ProjectSessions(members)]));
});
