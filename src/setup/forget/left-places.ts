import { type Dirent, readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { bytesOf } from '#src/setup/forget/bytes.ts';
import { isNamedFor, type TextMatcher } from '#src/setup/forget/text-matcher.ts';
import { isErrno } from '#src/lib/chronicle-error.ts';
import type { Layout } from '#src/lib/paths.ts';
import { CHANGE_FILE, CHRONICLE_FOLDER, MEMORY_FOLDER, NOTEBOOKS_FOLDER, sessionIndexes } from '#src/lib/paths.ts';
import { compare } from '#src/lib/compare.ts';
import { isThere } from '#src/lib/is-there.ts';
import { projectsIn } from '#src/format/projects.ts';
import { type ExportedPost, exportedPosts, picturesOf } from './exported-posts.ts';
import { type InstalledFiles, installedFiles } from './installed-files.ts';
import { linesWith } from './lines-with.ts';
import { ownFiles } from './own-files.ts';
import type { ForgettingPlan } from './plan-forgetting.ts';

/** A file with a match that is not ours to change. */
export interface LeftPlace {
  path: string;
  /** The first line with a match; null if the whole file or directory is listed, or its name matches. */
  line: number | null;
  /** How many lines have a match. */
  lines: number;
  kind:
    | 'transcript'
    | 'history'
    | 'memory'
    | 'named'
    | 'root'
    | 'post'
    | 'picture'
    | 'book'
    | 'format'
    | 'other'
    | 'unread';
}

/** Directories of programs, which contain nobody's texts. */
const PROGRAMS = new Set(['plugins', 'node_modules', '.git']);

/** A file with observations that a repository may have, and Claude Code's name for the directory of its project. */
export interface ObservationsFile {
  path: string;
  projectDirectory: string;
}

/**
 * Where else the match occurs, in files of Claude Code and others, by path. `roots` are the directories of the archive, and
 * `kept` the files with observations that repositories may have.
 */
export function leftPlaces(
  layout: Layout,
  roots: readonly string[],
  plan: ForgettingPlan,
  kept: readonly ObservationsFile[] = [],
): LeftPlace[] {
  const { target, match } = plan;
  if (target.kind !== 'text') {
    const posts = postsWhere(
      layout,
      ({ events, sessions }) =>
        events.some((event) => isGone(plan, event)) || sessions.some((session) => match.sessions.has(session)),
    );
    return [
      ...sessionPlaces(layout, target.session, match.text),
      ...plan.foreign.map((path) => whole(path, 'root')),
      ...posts,
      ...kept.filter((file) => isOld(plan, file)).map(({ path }) => whole(path, 'book')),
    ];
  }
  const installed = installedFiles(layout);
  const handled = handledPaths(layout, plan, installed);
  const further = roots.filter((root) => !`${root}/`.startsWith(`${layout.config}/`));
  const files = [layout.config, ...further].flatMap((directory) => filesBelow(directory, handled));
  const isOwn = ownFilter(layout, roots);
  const isForeign = (path: string) => plan.foreign.some((each) => path === each || path.startsWith(`${each}/`));
  // Claude Code keeps settings next to its directory; older versions also kept prompts there.
  const matching = [...files, `${layout.config}.json`].flatMap((path) => {
    const place = placeIn(layout, path, match.text, target.text);
    if (!place || isInstalled(place, installed, match.text)) return [];
    if (isForeign(path) && place.kind !== 'unread') return [{ ...place, kind: 'root' as const }];
    return [isOwn(path) && place.kind !== 'unread' ? { ...place, kind: 'format' as const } : place];
  });
  const posts = matchingPosts(layout, match.text);
  const known = new Set(matching.map(({ path }) => path));
  return [
    ...matching,
    ...posts.filter(({ path }) => !known.has(path)),
    ...kept.flatMap(({ path }) => {
      const found = linesWith(path, match.text);
      return found === null
        ? []
        : [found === 'unread' ? whole(path, 'unread') : { path, ...found, kind: 'book' as const }];
    }),
    ...namedDirectories(roots, target.text, match.text),
  ];
}

/** The files that the plan cleans or deletes, and installed files. A planned file that keeps a match, in a field name, is not among them. */
function handledPaths(layout: Layout, plan: ForgettingPlan, { paths }: InstalledFiles): Set<string> {
  const { match, changes, backups, derived, leftovers } = plan;
  const changed = changes.filter(({ after }) => after === null || !match.text.isIn(after));
  const ours = [...changed, ...backups].map(({ path }) => path);
  return new Set([...ours, ...derived, ...leftovers, layout.cache, layout.site, ...paths]);
}

/** Whether a file is ours: then a match left in it is a field name, date or id, since the plan covers everything else. */
function ownFilter(layout: Layout, roots: readonly string[]): (path: string) => boolean {
  const { files, backups } = ownFiles(layout, roots);
  const ours = new Set([...files.map(({ path }) => path), ...backups.map(({ path }) => `${path}/${CHANGE_FILE}`)]);
  const indexes = [...sessionIndexes(layout), layout.memoryIndex, layout.books];
  return (path) => ours.has(path) || indexes.some((directory) => path.startsWith(`${directory}/`));
}

/** Whether the only match is in our section of a file. */
function isInstalled({ path, line }: LeftPlace, { ownersText }: InstalledFiles, text: TextMatcher): boolean {
  const owners = line === null ? null : ownersText(path);
  return owners !== null && !text.isIn(bytesOf(owners));
}

function isGone({ target, match }: ForgettingPlan, event: string): boolean {
  return target.kind === 'session' ? event.startsWith(`${target.session}#`) : match.events.has(event);
}

/** Whether a file with observations exists and shows the book of a project from whose notebooks something is forgotten. */
function isOld({ changes }: ForgettingPlan, { path, projectDirectory }: ObservationsFile): boolean {
  return changes.some((change) => change.path.includes(`/${projectDirectory}/${NOTEBOOKS_FOLDER}/`)) && isThere(path);
}

/** Project directories whose names contain the text. Claude Code names them after the project's path. */
function namedDirectories(roots: readonly string[], text: string, matcher: TextMatcher): LeftPlace[] {
  return roots.flatMap((root) => {
    const named = (namesOf(root) ?? []).filter((entry) => entry.isDirectory() && isNamedFor(entry.name, text, matcher));
    return named.map(({ name }): LeftPlace => ({ path: `${root}/${name}`, line: null, lines: 0, kind: 'named' }));
  });
}

function sessionPlaces(layout: Layout, session: string, text: TextMatcher): LeftPlace[] {
  const projects = projectsIn(layout.projects);
  const whole = projects.flatMap(({ path }) => [`${path}/${session}.jsonl`, `${path}/${session}`]).filter(isThere);
  const history = placeIn(layout, `${layout.config}/history.jsonl`, text);
  return [
    ...whole.map((path): LeftPlace => ({ path, line: null, lines: 0, kind: 'transcript' })),
    ...(history ? [history] : []),
  ];
}

function filesBelow(directory: string, handled: ReadonlySet<string>): string[] {
  const entries = namesOf(directory);
  // Opening it as a file fails too, and is reported.
  if (entries === null) return [directory];
  return entries.flatMap((entry) => {
    const path = `${directory}/${entry.name}`;
    if (handled.has(path) || PROGRAMS.has(entry.name)) return [];
    if (entry.isDirectory()) return filesBelow(path, handled);
    return entry.isFile() ? [path] : [];
  });
}

/** A file with a match, or a memory file whose name contains the text: hooks note the names of memories. */
function placeIn(layout: Layout, path: string, text: TextMatcher, name?: string): LeftPlace | null {
  const found = linesWith(path, text);
  if (found === 'unread') return { path, line: null, lines: 0, kind: 'unread' };
  const kind = kindOf(layout, path);
  if (found) return { path, ...found, kind };
  const isNamed = kind === 'memory' && name !== undefined && isNamedFor(basename(path, '.md'), name, text);
  return isNamed ? { path, line: null, lines: 0, kind } : null;
}

function kindOf({ config, projects }: Layout, path: string): LeftPlace['kind'] {
  if (path === `${config}/history.jsonl`) return 'history';
  if (!path.startsWith(`${projects}/`)) return 'other';
  const [, folder] = path.slice(projects.length + 1).split('/');
  if (folder === MEMORY_FOLDER) return 'memory';
  return folder === CHRONICLE_FOLDER ? 'other' : 'transcript';
}

/** The entries of a directory, by name; null if it cannot be read. */
function namesOf(directory: string): Dirent[] | null {
  try {
    return readdirSync(directory, { withFileTypes: true }).sort((a, b) => compare(a.name, b.name));
  } catch (error) {
    return isErrno(error, 'ENOENT') ? [] : null;
  }
}

/** Exported posts and drawings with a match; for a post with one, also its pictures that cannot be searched. */
function matchingPosts(layout: Layout, text: TextMatcher): LeftPlace[] {
  return exportedPosts(layout).flatMap((post) => {
    const pictures = picturesOf(post);
    const drawings = pictures.filter((path) => !isPixels(path));
    const matching = [post.path, ...drawings].flatMap((path) => postPlace(path, text) ?? []);
    const isMatch = matching.some(({ kind }) => kind === 'post');
    return isMatch ? [...matching, ...pictures.filter(isPixels).map((path) => whole(path, 'picture'))] : matching;
  });
}

/** Exported posts for which `isLeft` is true, and all their pictures. */
function postsWhere(layout: Layout, isLeft: (post: ExportedPost) => boolean): LeftPlace[] {
  return exportedPosts(layout)
    .filter(isLeft)
    .flatMap((post) => [
      ...(isThere(post.path) ? [whole(post.path, 'post')] : []),
      ...picturesOf(post).map((path) => whole(path, 'picture')),
    ]);
}

/** A file whose text or path has a match. The draft forgets such a path. */
function postPlace(path: string, text: TextMatcher): LeftPlace | null {
  if (!isThere(path)) return null;
  const found = linesWith(path, text);
  if (found === 'unread') return whole(path, 'unread');
  if (found) return { path, ...found, kind: 'post' };
  return text.isIn(bytesOf(path)) ? whole(path, 'post') : null;
}

function whole(path: string, kind: LeftPlace['kind']): LeftPlace {
  return { path, line: null, lines: 0, kind };
}

function isPixels(path: string): boolean {
  return /\.png$/i.test(path);
}
