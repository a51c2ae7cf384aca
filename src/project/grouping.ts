import { compare } from '../value/compare.ts';
import { sha1 } from '../value/sha1.ts';
import { directoryName } from './directory-name.ts';
import type { Project } from './project.ts';
import { slugOf, uniqueName } from './slug.ts';

/** Where a session lies and what it says about its place. */
export interface Placement {
  /** The name of Claude Code's directory that holds it. */
  directory: string;
  /** Its front matter's `cwd`: untrusted, and missing in some. */
  cwd: string | undefined;
  /** UTC, as in the front matter. */
  started: string;
}

/** Sessions that say the same about their place, or that belong together. */
interface Group {
  directory: string;
  root: string | null;
  /** The start of its first session. */
  since: string;
}

/**
 * The project of each placement, in the same order; the same object for the same project.
 *
 * Two paths may share one directory: `/a/b-c` and `/a-b/c` are both `-a-b-c`. So a session belongs
 * to the path it names if that path has this directory; else (a worktree, a subdirectory, no path
 * at all) to the directory's first such project; else to the directory itself.
 */
export function projectsOf(placements: readonly Placement[]): Project[] {
  const places = new Groups();
  const claims = placements.map(({ directory, cwd, started }) => places.add(directory, cwd ?? null, started));
  const rootOf = rootsOf(places.all());
  const groups = new Groups();
  const groupOf = new Map(
    places.all().map((place) => [place, groups.add(place.directory, rootOf(place), place.since)]),
  );
  const projects = namedProjects(groups.all());
  return claims.map((place) => projects.get(groupOf.get(place)) ?? unnamed(place));
}

/** The path a place belongs to, given all places: its own, else the first in its directory, else none. */
function rootsOf(places: readonly Group[]): (place: Group) => string | null {
  const own = places.filter(({ directory, root }) => root !== null && directoryName(root) === directory);
  const firsts = new Map(
    own
      .toSorted(bySince)
      .reverse()
      .map(({ directory, root }) => [directory, root]),
  );
  const owned = new Set(own);
  return (place) => (owned.has(place) ? place.root : (firsts.get(place.directory) ?? null));
}

class Groups {
  readonly #groups = new Map<string, Map<string | null, Group>>();

  add(directory: string, root: string | null, started: string): Group {
    const inDirectory = this.#groups.get(directory) ?? new Map<string | null, Group>();
    this.#groups.set(directory, inDirectory);
    const group = inDirectory.get(root) ?? { directory, root, since: started };
    inDirectory.set(root, group);
    if (started < group.since) group.since = started;
    return group;
  }

  all(): Group[] {
    return [...this.#groups.values()].flatMap((inDirectory) => [...inDirectory.values()]);
  }
}

/**
 * Slugs are given out from the oldest project on, so that a new one never renames an old one. One whose name is
 * taken is called by its slug, since people have to tell them apart as well.
 */
function namedProjects(groups: readonly Group[]): Map<Group | undefined, Project> {
  const taken = new Set<string>();
  const names = new Set<string>();
  return new Map(
    groups.toSorted(bySince).map((group) => {
      const project = unnamed(group);
      const slug = uniqueName(slugOf(project.name, 'project'), taken, () => [sha1(placeOf(group))]);
      const name = names.has(project.name) ? slug : project.name;
      names.add(name);
      return [group, { ...project, slug, name }];
    }),
  );
}

function unnamed({ directory, root }: Group): Project {
  return { slug: '', name: root === null ? directory : lastPart(root), directory, root };
}

function bySince(a: Group, b: Group): number {
  return compare(a.since, b.since) || compare(placeOf(a), placeOf(b));
}

function placeOf({ root, directory }: Group): string {
  return root ?? directory;
}

/** The last part of a path of either kind; the whole of it where there is none. */
function lastPart(path: string): string {
  const parts = path.split(path.startsWith('/') ? '/' : /[\\/]/).filter((part) => part !== '');
  return parts.at(-1) ?? path;
}
