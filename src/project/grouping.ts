import { compare } from '../value/compare.ts';
import { sha1 } from '../value/sha1.ts';
import { directoryName } from './directory-name.ts';
import type { Project } from './project.ts';
import { slugOf, uniqueName } from './slug.ts';

/** Where a session's file is, and where the session says that it ran. */
export interface Placement {
  /** The name of the Claude Code directory that contains it. */
  directory: string;
  /** The `cwd` in its front matter. Untrusted. */
  cwd: string | undefined;
  /** UTC, as in the front matter. */
  started: string;
}

/** Sessions with the same directory and path, or of the same project. */
interface Group {
  directory: string;
  root: string | null;
  /** The start of its first session. */
  since: string;
}

/**
 * Finds the project of each placement, in the same order. Placements of one project get the same object.
 *
 * Two paths may share one directory: `/a/b-c` and `/a-b/c` are both `-a-b-c`. So a session belongs to its own path if that
 * path has this directory name. Otherwise (a worktree, a subdirectory, no path) it belongs to the first such path in the
 * directory, or else to the directory itself.
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

/** The root path of each place: its own, else the first one in its directory, else null. */
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
 * Slugs are assigned to the oldest projects first, so that a new project never renames an old one. A project whose name is
 * taken is shown by its slug, so that people can tell them apart.
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

/** The last part of a POSIX or Windows path; the whole path if it has no parts. */
function lastPart(path: string): string {
  const parts = path.split(path.startsWith('/') ? '/' : /[\\/]/).filter((part) => part !== '');
  return parts.at(-1) ?? path;
}
