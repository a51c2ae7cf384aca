/**
 * Our files that may contain what is to be forgotten:
 *
 *     <projects>/<project-dir>/chronicle/{*.md,facts/*.json,notebooks/*.md,memory-ledger*.jsonl,memory/{proposals*.jsonl,backups/}}
 *     <config>/session-chronicle/{clusters.yml,log*.jsonl,addresses.jsonl,imports/*.jsonl,drafts/}
 *
 * and those that are derived from them, which are deleted and made again.
 */
import { lstatSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { reasonOf } from '#src/archive/read-source.ts';
import { isThere } from '#src/lib/is-there.ts';
import { leftoversIn } from '#src/lib/lock.ts';
import { readNames } from '#src/lib/names-in.ts';
import {
  CHRONICLE_FOLDER,
  indexFiles,
  type MemoryPlace,
  memoryPlace,
  type Paths,
  sessionIndexes,
  setAsideLog,
  sitesBeside,
  WORK_FOLDER,
} from '#src/lib/paths.ts';
import { requireWithin } from '#src/lib/private-directory.ts';

/** `lines` has a JSON value on each line. A `backup` is a directory with the bytes of a memory file before a change. */
export type OwnFileKind = 'chronicle' | 'facts' | 'notebook' | 'lines' | 'backup' | 'draft' | 'json' | 'yaml';

export interface OwnFile {
  path: string;
  kind: OwnFileKind;
  /** The project whose `memory` lock guards the file; null if none does. */
  place: MemoryPlace | null;
}

export interface OwnFiles {
  files: OwnFile[];
  /** The directories that they are in, where killed processes may have left temporary files. */
  directories: string[];
  /** Sentences about links and unreadable directories. */
  unread: string[];
}

/** Of a path below a project's chronicles. */
const IN_PROJECT: [RegExp, OwnFileKind][] = [
  [/^[^/]+\.md$/, 'chronicle'],
  [/^facts\/[^/]+\.json$/, 'facts'],
  [/^notebooks\/[^/]+\.md$/, 'notebook'],
  [/^memory-ledger[^/]*\.jsonl$/, 'lines'],
  [/^memory\/proposals[^/]*\.jsonl$/, 'lines'],
  [/^memory\/backups\/[^/]+$/, 'backup'],
];
/** Of a path below our own directory. */
const IN_STATE: [RegExp, OwnFileKind][] = [
  [/\.md$/, 'draft'],
  [/\.yml$/, 'yaml'],
  [/\.json$/, 'json'],
  [/\.jsonl$/, 'lines'],
];

/** Lists them, without derived ones. */
export function ownFiles(paths: Paths): OwnFiles {
  const own: OwnFiles = { files: [], directories: [paths.state], unread: [] };
  for (const name of namesOrNote(paths.projects, own.unread)) {
    const project = `${paths.projects}/${name}`;
    const chronicles = `${project}/${CHRONICLE_FOLDER}`;
    const place = memoryPlace(paths, name);
    try {
      if (!statSync(project).isDirectory() || !statSync(chronicles, { throwIfNoEntry: false })) continue;
      requireWithin(chronicles, paths.projects);
    } catch (error) {
      own.unread.push(unreadSentence(project, reasonOf(error)));
      continue;
    }
    addBelow(own, chronicles, (path) => {
      const kind = kindOf(IN_PROJECT, path.slice(chronicles.length + 1));
      return kind && { path, kind, place: kind === 'lines' || kind === 'backup' ? place : null };
    });
  }
  const { drafts, imports, clusters, failureLog, addresses } = paths;
  for (const path of [drafts, imports, clusters, failureLog, setAsideLog(paths), addresses])
    add(own, path, (each) => {
      const kind = kindOf(IN_STATE, each);
      return kind && { path: each, kind, place: null };
    });
  return own;
}

function kindOf(kinds: typeof IN_STATE, path: string): OwnFileKind | undefined {
  return kinds.find(([form]) => form.test(path))?.[1];
}

function add(own: OwnFiles, path: string, fileOf: (path: string) => OwnFile | undefined): void {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (!stats || basename(path).startsWith('.')) return;
  const file = fileOf(path);
  if (stats.isSymbolicLink()) own.unread.push(`${path} is a symbolic link to another place and was skipped.`);
  else if (file) own.files.push(file);
  else if (stats.isDirectory()) addBelow(own, path, fileOf);
}

function addBelow(own: OwnFiles, directory: string, fileOf: (path: string) => OwnFile | undefined): void {
  own.directories.push(directory);
  for (const name of namesOrNote(directory, own.unread)) add(own, `${directory}/${name}`, fileOf);
}

/**
 * Files that can be made again: the cache without its locks, the built site, the search index and what hooks keep of
 * observations and memories. What is forgotten may be in them in a form that no search finds.
 */
export function derivedFiles(paths: Paths, unread: string[]): string[] {
  const { next, last } = sitesBeside(paths.site);
  const cached = entriesOf(paths.cache, unread).filter((path) => !path.endsWith('.lock'));
  const directories = [paths.site, next, last, paths.noted].filter((path) => entriesOf(path, unread).length > 0);
  return [
    ...cached,
    ...directories,
    ...entriesOf(paths.memoryIndex, unread),
    ...indexFiles(paths.index).filter(isThere),
  ];
}

/** The files that hooks keep of each session, named by its id. */
export function sessionEntries(paths: Paths, unread: string[]): string[] {
  return sessionIndexes(paths).flatMap((directory) => entriesOf(directory, unread));
}

/** Temporary files of killed processes, which may contain anything. */
export function leftovers(paths: Paths, { directories }: OwnFiles): string[] {
  return [...directories, ...sessionIndexes(paths), paths.memoryIndex, paths.noted].flatMap(leftoversIn);
}

function entriesOf(directory: string, unread: string[]): string[] {
  return namesOrNote(directory, unread).flatMap((name) => (name === WORK_FOLDER ? [] : [`${directory}/${name}`]));
}

/** The names in a directory, sorted; none if it does not exist. An unreadable one adds a sentence to `unread`. */
export function namesOrNote(directory: string, unread: string[]): string[] {
  try {
    return readNames(directory);
  } catch (error) {
    unread.push(unreadSentence(directory, reasonOf(error)));
    return [];
  }
}

function unreadSentence(path: string, reason: string): string {
  return `${path} cannot be read (${reason}).`;
}
