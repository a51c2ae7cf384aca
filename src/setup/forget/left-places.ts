/** Where else the match occurs: files of Claude Code, exported posts and other places that are not ours to change. */
import { closeSync, type Dirent, openSync, readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { projectsIn } from '#src/format/projects.ts';
import { isErrno } from '#src/lib/chronicle-error.ts';
import { compare } from '#src/lib/compare.ts';
import { isThere } from '#src/lib/is-there.ts';
import { asBytes } from '#src/lib/latin1.ts';
import { CHRONICLE_FOLDER, indexFiles, MEMORY_FOLDER, type Paths, WORK_FOLDER } from '#src/lib/paths.ts';
import { READ, readBeginning } from '#src/lib/read-file.ts';
import type { ForgettingPlan } from './forget.ts';
import { isNamedFor, type TextMatcher } from './text-matcher.ts';

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
    | 'observations'
    | 'format'
    | 'other'
    | 'unread';
}

/** Directories of programs, which contain nobody's texts. */
const PROGRAMS = new Set(['plugins', 'node_modules', '.git', WORK_FOLDER]);
/** A longer list of exports would not be ours. */
const LARGEST_LIST = 4 * 1024 * 1024;

/** Lists them. `roots` are the directories of the archive, and `observations` the files that repositories may have. */
export function leftPlaces(
  paths: Paths,
  roots: readonly string[],
  plan: ForgettingPlan,
  observations: readonly string[] = [],
): LeftPlace[] {
  const further = roots.filter((root) => !`${root}/`.startsWith(`${paths.projects}/`));
  if (plan.target.kind === 'text') return placesOfText(paths, further, plan, plan.target.text, observations);
  if (plan.target.kind === 'empty') return [];
  const { session, copies } = plan.target;
  const transcripts = projectsIn(paths.projects).flatMap(({ path }) =>
    [`${path}/${session}.jsonl`, `${path}/${session}`].filter(isThere),
  );
  const posts = exportedPosts(paths).filter(({ about, path }) => about.includes(session) && isThere(path));
  const isTold = plan.changes.some(({ kind }) => kind === 'notebook');
  return [
    ...transcripts.map((path) => whole(path, 'transcript')),
    ...placesIn(`${paths.config}/history.jsonl`, plan.match.text, 'history'),
    ...copies.map((path) => whole(path, 'root')),
    ...posts.map(({ path }) => whole(path, 'post')),
    ...(isTold ? observations.filter(isThere).map((path) => whole(path, 'observations')) : []),
  ];
}

function placesOfText(
  paths: Paths,
  further: readonly string[],
  { match: { text }, searched, kept }: ForgettingPlan,
  words: string,
  observations: readonly string[],
): LeftPlace[] {
  // Our own files were searched for the plan; those of the installation are the same for everybody.
  const { cache, site, app, install, forgotten, index, state } = paths;
  const derived = [cache, site, app, install, forgotten, `${state}/index`, ...indexFiles(index)];
  const ours = new Set([...searched, ...derived]);
  const found = [paths.config, ...further].flatMap((root) =>
    filesBelow(root, ours).flatMap((path) => {
      const kind = root === paths.config ? kindOf(paths, path) : 'root';
      const places = placesIn(path, text, kind);
      // Hooks note the names of memories.
      const isNamed = places.length === 0 && kind === 'memory' && isNamedFor(basename(path, '.md'), words, text);
      return isNamed ? [whole(path, kind)] : places;
    }),
  );
  const known = new Set(found.map(({ path }) => path));
  const posts = exportedPosts(paths).flatMap(({ path }) => {
    if (known.has(path) || !isThere(path)) return [];
    const places = placesIn(path, text, 'post');
    return places.length === 0 && text.isIn(asBytes(path)) ? [whole(path, 'post')] : places;
  });
  const named = [paths.projects, ...further].flatMap((root) =>
    (entriesOf(root) ?? []).flatMap((entry) =>
      entry.isDirectory() && isNamedFor(entry.name, words, text) ? [whole(`${root}/${entry.name}`, 'named')] : [],
    ),
  );
  return [
    ...found,
    // Claude Code keeps settings next to its directory; older versions also kept prompts there.
    ...placesIn(`${paths.config}.json`, text, 'other'),
    ...posts,
    ...observations.flatMap((path) => placesIn(path, text, 'observations')),
    ...kept.flatMap((path) => placesIn(path, text, 'format')),
    ...named,
  ];
}

/** The place of a match in a file: none, or one with the first line; of an unreadable file, the file itself. */
function placesIn(path: string, text: TextMatcher, kind: LeftPlace['kind']): LeftPlace[] {
  try {
    // A file of more than half a gigabyte is too long for a string, and fails as an unreadable one does.
    const bytes = readOnce(path);
    const lines = new Set<number>();
    let [at, line] = [0, 1];
    for (const offset of text.offsets(bytes)) {
      for (let end = bytes.indexOf('\n', at); end !== -1 && end < offset; end = bytes.indexOf('\n', at)) {
        at = end + 1;
        line++;
      }
      lines.add(line);
    }
    const [first] = lines;
    return first === undefined ? [] : [{ path, line: first, lines: lines.size, kind }];
  } catch (error) {
    return isErrno(error, 'ENOENT') ? [] : [whole(path, 'unread')];
  }
}

/** Reads a file without waiting for a pipe's writer. */
function readOnce(path: string): string {
  const file = openSync(path, READ);
  try {
    return readFileSync(file, 'latin1');
  } finally {
    closeSync(file);
  }
}

function filesBelow(directory: string, ours: ReadonlySet<string>): string[] {
  const entries = entriesOf(directory);
  // Opening it as a file fails too, and is reported.
  if (entries === null) return [directory];
  return entries.flatMap((entry) => {
    const path = `${directory}/${entry.name}`;
    if (ours.has(path) || PROGRAMS.has(entry.name)) return [];
    if (entry.isDirectory()) return filesBelow(path, ours);
    return entry.isFile() ? [path] : [];
  });
}

/** The entries of a directory, by name; null if it cannot be read. */
function entriesOf(directory: string): Dirent[] | null {
  try {
    return readdirSync(directory, { withFileTypes: true }).sort((a, b) => compare(a.name, b.name));
  } catch (error) {
    return isErrno(error, 'ENOENT') ? [] : null;
  }
}

function kindOf({ config, projects }: Paths, path: string): LeftPlace['kind'] {
  if (path === `${config}/history.jsonl`) return 'history';
  if (!path.startsWith(`${projects}/`)) return 'other';
  const [, folder] = path.slice(projects.length + 1).split('/');
  if (folder === MEMORY_FOLDER) return 'memory';
  return folder === CHRONICLE_FOLDER ? 'other' : 'transcript';
}

/** The posts that drafts say they were exported to, each once, with what the files of the draft say. */
function exportedPosts({ drafts }: Paths): { path: string; about: string }[] {
  const files = filesBelow(drafts, new Set()).filter((path) => /\.(?:mdx?|yml|json)$/.test(path));
  const groups = Map.groupBy(files, (path) => path.slice(drafts.length + 1).replace(/[/.].*$/, ''));
  const posts = new Map<string, string>();
  for (const own of groups.values()) {
    const about = own.map((path) => readBeginning(path, LARGEST_LIST, READ) ?? '').join('\n');
    for (const [, path = ''] of about.matchAll(/^\s*(?:- )?"?file"?:\s*"?((?:\/|[A-Za-z]:[\\/])[^"\n]+?)"?,?\s*$/gm))
      posts.set(path, about);
  }
  return [...posts].map(([path, about]) => ({ path, about }));
}

function whole(path: string, kind: LeftPlace['kind']): LeftPlace {
  return { path, line: null, lines: 0, kind };
}
