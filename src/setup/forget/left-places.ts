/** Where else the match occurs: files of Claude Code, exported posts and other places that are not ours to change. */
import { type Dirent, readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { isErrno } from '#src/lib/chronicle-error.ts';
import { compare } from '#src/lib/compare.ts';
import { isThere } from '#src/lib/is-there.ts';
import { asBytes } from '#src/lib/latin1.ts';
import { READ, readBeginning } from '#src/lib/read-file.ts';
import { CHRONICLE_FOLDER, indexFiles, type Paths, MEMORY_FOLDER, WORK_FOLDER } from '#src/lib/paths.ts';
import { projectsIn } from '#src/format/projects.ts';
import type { ForgettingPlan } from './forget.ts';
import { linesWith } from './lines-with.ts';
import { isNamedFor, type TextMatcher } from './text-matcher.ts';

/** A file with a match that is not ours to change. */
export interface LeftPlace {
  path: string;
  /** The first line with a match; null if the whole file or directory is listed, or its name matches. */
  line: number | null;
  /** How many lines have a match. */
  lines: number;
  kind: 'transcript' | 'history' | 'memory' | 'named' | 'root' | 'post' | 'book' | 'format' | 'other' | 'unread';
}

/** Directories of programs, which contain nobody's texts. */
const PROGRAMS = new Set(['plugins', 'node_modules', '.git', WORK_FOLDER]);
/** A longer list of exports would not be ours. */
const LARGEST_LIST = 4 * 1024 * 1024;

/** Lists them. `roots` are the directories of the archive, and `books` the files with observations that repositories may have. */
export function leftPlaces(
  paths: Paths,
  roots: readonly string[],
  plan: ForgettingPlan,
  books: readonly string[] = [],
): LeftPlace[] {
  const { target, match, changes } = plan;
  const { text } = match;
  const further = roots.filter((root) => !`${root}/`.startsWith(`${paths.projects}/`));
  const posts = exportedPosts(paths);
  if (target.kind !== 'text') {
    const name = target.kind === 'event' ? target.event : target.session;
    const history = placeIn(paths, `${paths.config}/history.jsonl`, text);
    const transcripts = projectsIn(paths.projects).flatMap(({ path }) =>
      [`${path}/${target.session}.jsonl`, `${path}/${target.session}`].filter(isThere),
    );
    const isTold = changes.some(({ kind }) => kind === 'notebook');
    return [
      ...transcripts.map((path) => whole(path, 'transcript')),
      ...(history ? [history] : []),
      ...(target.kind === 'session' ? target.copies.map((path) => whole(path, 'root')) : []),
      ...posts
        .filter(({ about, path }) => about.includes(name) && isThere(path))
        .map(({ path }) => whole(path, 'post')),
      ...(isTold ? books.filter(isThere).map((path) => whole(path, 'book')) : []),
    ];
  }
  // Our own files were searched for the plan; those of the installation are the same for everybody.
  const { cache, site, app, install, forgotten, index, state } = paths;
  const ours = new Set([
    ...plan.searched,
    cache,
    site,
    app,
    install,
    forgotten,
    `${state}/index`,
    ...indexFiles(index),
  ]);
  const isOurs = (path: string) => ours.has(path);
  const found = [paths.config, ...further].flatMap((root) =>
    filesBelow(root, isOurs).flatMap((path) => {
      const place = placeIn(paths, path, text, target.text);
      const isFurther = place !== null && place.kind !== 'unread' && root !== paths.config;
      return place === null ? [] : [isFurther ? { ...place, kind: 'root' as const } : place];
    }),
  );
  // Claude Code keeps settings next to its directory; older versions also kept prompts there.
  const beside = placeIn(paths, `${paths.config}.json`, text);
  const known = new Set(found.map(({ path }) => path));
  return [
    ...found,
    ...(beside ? [beside] : []),
    ...posts.flatMap(({ path }) => (known.has(path) || !isThere(path) ? [] : (postPlace(path, text) ?? []))),
    ...books.flatMap((path) => placeOfKind(path, text, 'book') ?? []),
    ...plan.kept.flatMap((path) => placeOfKind(path, text, 'format') ?? whole(path, 'format')),
    ...[paths.projects, ...further].flatMap((root) =>
      (namesOf(root) ?? [])
        .filter((entry) => entry.isDirectory() && isNamedFor(entry.name, target.text, text))
        .map(({ name }) => whole(`${root}/${name}`, 'named')),
    ),
  ];
}

function filesBelow(directory: string, isOurs: (path: string) => boolean): string[] {
  const entries = namesOf(directory);
  // Opening it as a file fails too, and is reported.
  if (entries === null) return [directory];
  return entries.flatMap((entry) => {
    const path = `${directory}/${entry.name}`;
    if (isOurs(path) || PROGRAMS.has(entry.name)) return [];
    if (entry.isDirectory()) return filesBelow(path, isOurs);
    return entry.isFile() ? [path] : [];
  });
}

/** The entries of a directory, by name; null if it cannot be read. */
function namesOf(directory: string): Dirent[] | null {
  try {
    return readdirSync(directory, { withFileTypes: true }).sort((a, b) => compare(a.name, b.name));
  } catch (error) {
    return isErrno(error, 'ENOENT') ? [] : null;
  }
}

/** A file with a match, or a memory file whose name contains the text: hooks note the names of memories. */
function placeIn(paths: Paths, path: string, text: TextMatcher, name?: string): LeftPlace | null {
  const kind = kindOf(paths, path);
  const isNamed = kind === 'memory' && name !== undefined && isNamedFor(basename(path, '.md'), name, text);
  return placeOfKind(path, text, kind) ?? (isNamed ? whole(path, kind) : null);
}

function placeOfKind(path: string, text: TextMatcher, kind: LeftPlace['kind']): LeftPlace | null {
  const found = linesWith(path, text);
  if (found === 'unread') return whole(path, 'unread');
  return found && { path, ...found, kind };
}

function kindOf({ config, projects }: Paths, path: string): LeftPlace['kind'] {
  if (path === `${config}/history.jsonl`) return 'history';
  if (!path.startsWith(`${projects}/`)) return 'other';
  const [, folder] = path.slice(projects.length + 1).split('/');
  if (folder === MEMORY_FOLDER) return 'memory';
  return folder === CHRONICLE_FOLDER ? 'other' : 'transcript';
}

/** A post that was exported from a draft, and what the files of its draft say. */
interface ExportedPost {
  path: string;
  about: string;
}

/** The posts that drafts say they were exported to, each once. */
function exportedPosts({ drafts }: Paths): ExportedPost[] {
  const files = filesBelow(drafts, () => false).filter((path) => /\.(?:mdx?|yml|json)$/.test(path));
  const groups = Map.groupBy(files, (path) => path.slice(drafts.length + 1).replace(/[/.].*$/, ''));
  const posts = new Map<string, ExportedPost>();
  for (const own of groups.values()) {
    const texts = own.map((path) => readBeginning(path, LARGEST_LIST, READ) ?? '');
    const about = texts.join('\n');
    for (const [, path = ''] of about.matchAll(/^\s*(?:- )?"?file"?:\s*"?((?:\/|[A-Za-z]:[\\/])[^"\n]+?)"?,?\s*$/gm))
      posts.set(path, { path, about });
  }
  return [...posts.values()];
}

/** A post whose text or path has a match. */
function postPlace(path: string, text: TextMatcher): LeftPlace | null {
  return placeOfKind(path, text, 'post') ?? (text.isIn(asBytes(path)) ? whole(path, 'post') : null);
}

function whole(path: string, kind: LeftPlace['kind']): LeftPlace {
  return { path, line: null, lines: 0, kind };
}
