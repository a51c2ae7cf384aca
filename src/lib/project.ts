/**
 * What a project is: a checkout. A session belongs to the main checkout of the directory it ran in, whatever the name of
 * Claude Code's directory for it: `my_app` and `my-app` share one such directory.
 *
 *     checkoutOfSession   which checkout a session belongs to
 *     projectsOf          the projects of all sessions, with what people call them (`name`) and their address (`slug`)
 */
import { directoryName, isFixedDirectory } from './directory-name.ts';
import { slugOf, uniqueName } from './slug.ts';
import { compare } from './compare.ts';
import { isAbsolute, trimmed } from './paths.ts';
import { sha1Of } from './digest.ts';

/** A project: the checkout to which sessions belong, and Claude Code's directory for it. */
export interface Project {
  /** The name in URLs and facets; unique in an archive. */
  slug: string;
  /** The name for people and programs: the last part of its path as written, with its parents where two would be alike. */
  name: string;
  /** Claude Code's directory name, such as `-home-me-code-tidemark`. */
  directory: string;
  /** Absolute path of the main checkout; null if no session names it. */
  root: string | null;
}

/** Where a session's file is, and where the session says that it ran. */
export interface Placement {
  /** The name of the Claude Code directory that contains it. */
  directory: string;
  /** The `cwd` in its front matter. Untrusted. */
  cwd: string | undefined;
  /** UTC, as in the front matter. */
  started: string;
}

/** What decides, besides a session's own path, which checkout it belongs to. */
export interface CheckoutRules {
  /** The real path of the main checkout of a directory on this disk; null if there is no such directory. */
  mainCheckout(path: string): string | null;
  /** The checkouts that were moved or renamed: the old paths, and what each is now. */
  moved: ReadonlyMap<string, string>;
  /** The slugs that were given already, by place: the path of a checkout, else a directory. */
  slugs?: ReadonlyMap<string, string>;
}

/** For archives whose paths mean nothing on this machine, such as the sample. */
export const PATHS_ALONE: CheckoutRules = { mainCheckout: () => null, moved: new Map() };

/**
 * The main checkout that a session belongs to; null if its path does not tell. A directory on this disk belongs to the main
 * checkout that git's files name. One that is gone belongs to the checkout above it if it was a worktree, or if Claude Code's
 * directory has the name of a path above it.
 */
export function checkoutOfSession(
  { cwd, directory }: Pick<Placement, 'cwd' | 'directory'>,
  { mainCheckout, moved }: CheckoutRules,
): string | null {
  if (cwd === undefined || !isAbsolute(cwd)) return null;
  let path = movedTo(trimmed(cwd), moved);
  const isWorktree = aboveWorktree(path) !== null;
  for (let place: string | null = path; place !== null; place = aboveWorktree(place)) {
    path = movedTo(place, moved);
    const main = mainCheckout(path);
    // What is left of a worktree is a directory outside of git.
    if (main !== null && aboveWorktree(main) === null) return movedTo(main, moved);
  }
  const named = new Set(moved.values());
  const above = levelsOf(path).find((level) => named.has(level) || directoryName(level) === directory);
  if (above !== undefined) return movedTo(above, moved);
  return isWorktree || isFixedDirectory(directory) ? path : null;
}

/**
 * The main checkout of each session, in the same order. A path that does not tell belongs to the only checkout of its
 * directory, and stays by itself where several share that; null for a session without a path there.
 */
export function checkoutsOf(placements: readonly Placement[], rules: CheckoutRules): (string | null)[] {
  const known = new Map<string, string | null>();
  const told = placements.map((placement) => {
    const key = `${placement.directory}\n${placement.cwd ?? ''}`;
    const root = known.has(key) ? known.get(key) : checkoutOfSession(placement, rules);
    known.set(key, root ?? null);
    return root ?? null;
  });
  const inDirectory = new Map<string, Set<string>>();
  for (const [index, { directory }] of placements.entries()) {
    const root = told[index];
    if (root) inDirectory.set(directory, (inDirectory.get(directory) ?? new Set()).add(root));
  }
  const named = new Map<string, Set<string>>();
  for (const root of told) {
    const name = folded(lastParts(root ?? '', 1));
    if (root) named.set(name, (named.get(name) ?? new Set()).add(root));
  }
  return placements.map(({ directory, cwd }, index) => {
    // An import that knows only a project's name makes a directory of that name.
    const roots = isFixedDirectory(directory)
      ? cwd === undefined && named.get(folded(directory))
      : inDirectory.get(directory);
    const [only = null] = roots && roots.size === 1 ? roots : [];
    return told[index] ?? only ?? (cwd !== undefined && isAbsolute(cwd) ? trimmed(cwd) : null);
  });
}

/** Finds the project of each placement, in the same order. Placements of one project get the same object. */
export function projectsOf(placements: readonly Placement[], rules: CheckoutRules): Project[] {
  const groups = new Map<string, Group>();
  const roots = checkoutsOf(placements, rules);
  const own = placements.map(({ directory, started }, index) => {
    const root = roots[index] ?? null;
    const key = root ?? `\n${directory}`;
    const group = groups.get(key) ?? { root, directory, since: started, newest: started };
    groups.set(key, group);
    if (started < group.since) group.since = started;
    if (root !== null && group.directory === directoryName(root)) return group;
    // Claude Code's directory for the checkout, else the one that was used last.
    if (started >= group.newest || (root !== null && directory === directoryName(root)))
      Object.assign(group, { directory, newest: started });
    return group;
  });
  const projects = namedProjects([...groups.values()], rules);
  return own.map((group) => projects.get(group) ?? { slug: '', name: '', directory: group.directory, root: null });
}

/** Sessions of one checkout, or without a path in one directory. */
interface Group {
  root: string | null;
  directory: string;
  /** The starts of its first and of its last session. */
  since: string;
  newest: string;
}

/**
 * A project keeps the slug that it was given, or its checkout before it was moved. Others are given to the oldest projects
 * first, and none that any place ever had.
 */
function namedProjects(groups: readonly Group[], { moved, slugs = new Map() }: CheckoutRules): Map<Group, Project> {
  const taken = new Set([...slugs.values()].map((slug) => slug.toLowerCase()));
  const kept = new Set<string>();
  const keptBy = (group: Group): string | undefined => {
    const place = placeOf(group);
    const before = [...moved].flatMap(([old, now]) => (now === place ? (slugs.get(old) ?? []) : []));
    const slug = slugs.get(place) ?? before[0];
    // Two checkouts that were one have the same: the older project keeps it.
    if (slug === undefined || kept.has(slug.toLowerCase())) return undefined;
    kept.add(slug.toLowerCase());
    return slug;
  };
  const names = namesOf(groups);
  return new Map(
    groups
      .toSorted((a, b) => compare(a.since, b.since) || compare(placeOf(a), placeOf(b)))
      .map((group) => {
        const { directory, root } = group;
        const word = lastParts(placeOf(group), 1).normalize('NFKD').replace(/\p{M}/gu, '');
        const digest = sha1Of(placeOf(group));
        // Names without a Latin letter would all have one slug, and who gets it would depend on who was first.
        const preferred = /[A-Za-z0-9]/.test(word) ? slugOf(word, 'project') : `project-${digest.slice(0, 4)}`;
        const slug = keptBy(group) ?? uniqueName(preferred, taken, () => [digest]);
        return [group, { slug, name: names.get(group) ?? slug, directory, root }];
      }),
  );
}

/** The name of each: as many parts of its path, from the last, as tell it from all others. Ignores case, as people do. */
function namesOf(groups: readonly Group[]): Map<Group, string> {
  const count = new Map<string, number>();
  const named = groups.map((group) => {
    const path = placeOf(group);
    const names = partsOf(path).map((_, index) => lastParts(path, index + 1));
    for (const name of names) count.set(folded(name), (count.get(folded(name)) ?? 0) + 1);
    return [group, names] as const;
  });
  return new Map(
    named.map(([group, names]) => [group, names.find((name) => count.get(folded(name)) === 1) ?? placeOf(group)]),
  );
}

/** What an address is kept for: the path of the checkout; without one, Claude Code's directory. */
export function placeOf({ root, directory }: Pick<Project, 'root' | 'directory'>): string {
  return root ?? directory;
}

type Named = Pick<Project, 'slug' | 'name' | 'directory'>;

/** Finds a project by its slug, its Claude Code directory, its name, or the last part of that; only if one project has it. */
export function projectNamed<Known extends Named>(projects: Iterable<Known>, word: string): Known | undefined {
  const known = [...new Set(projects)];
  const exact = known.find(({ slug, directory }) => slug === word || directory === word);
  const bySlug = exact ?? known.find(({ slug }) => folded(slug) === folded(word));
  if (bySlug) return bySlug;
  const named = (nameOf: (name: string) => string) => known.filter(({ name }) => folded(nameOf(name)) === folded(word));
  const [whole, last] = [named((name) => name), named((name) => lastParts(name, 1))];
  const found = whole.length > 0 ? whole : last;
  return found.length === 1 ? found[0] : undefined;
}

function folded(name: string): string {
  return name.normalize('NFC').toLowerCase();
}

/** The checkout above a worktree that Claude Code or a person put into a folder of it; null for any other path. */
function aboveWorktree(path: string): string | null {
  return /^(.+?)[\\/](?:\.claude[\\/]worktrees|\.worktrees)[\\/][^\\/]/.exec(path)?.[1] ?? null;
}

/** Where a path is now, by the longest old path that contains it. Follows a checkout that was moved several times. */
function movedTo(path: string, moved: ReadonlyMap<string, string>): string {
  let place = path;
  for (let steps = 0; steps < moved.size; steps++) {
    const old = levelsOf(place).find((level) => moved.has(level));
    if (old === undefined) break;
    place = `${moved.get(old)}${place.slice(old.length)}`;
  }
  return place;
}

/** A path and all directories above it, from the path up. */
function levelsOf(path: string): string[] {
  const levels = [path];
  for (let end = path.length; ; ) {
    end = Math.max(path.lastIndexOf('/', end - 1), path.lastIndexOf('\\', end - 1));
    if (end <= 0) return levels;
    levels.push(path.slice(0, end));
  }
}

/** The parts of a POSIX or Windows path. */
function partsOf(path: string): string[] {
  return path.split(path.startsWith('/') ? '/' : /[\\/]/).filter((part) => part !== '');
}

/** The last parts of a path; the whole path if it has none. */
function lastParts(path: string, count: number): string {
  return partsOf(path).slice(-count).join('/') || path;
}
