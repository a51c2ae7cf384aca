/**
 * Our files that may contain what is to be forgotten:
 *
 *     <projects>/<project-dir>/chronicle/{*.md,facts/*.json,notebooks/*.md,memory-ledger*.jsonl,memory/{proposals*.jsonl,backups/}}
 *     <config>/session-chronicle/{clusters.yml,log*.jsonl,addresses.jsonl,imports/*.jsonl,drafts/,series/}
 *
 * Files derived from them are deleted as a whole (`derived-files.ts`).
 */
import { lstatSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { reasonOf } from '#src/archive/read-source.ts';
import { readNames } from '#src/lib/names-in.ts';
import {
  CHRONICLE_FOLDER,
  isChronicleName,
  isFactsName,
  isHistoryName,
  type Paths,
  type MemoryPlace,
  memoryPlace,
  setAsideLog,
} from '#src/lib/paths.ts';
import { requireWithin } from '#src/lib/private-directory.ts';

/** `lines` has a JSON value on each line. A `backup` is a directory or file with the bytes of a memory file before a change. */
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
  directories: Set<string>;
  /** Sentences about directories behind links, and about unreadable ones. */
  unread: string[];
}

/** Lists them. */
export function ownFiles(paths: Paths): OwnFiles {
  const own: OwnFiles = { files: [], directories: new Set([paths.state]), unread: [] };
  for (const name of namesOrNote(paths.projects, own.unread)) addProject(own, paths, name);
  for (const folder of [paths.drafts, paths.series]) addDrafts(own, folder, 2);
  addFolder(own, paths.imports, (name) => (name.endsWith('.jsonl') ? 'lines' : null));
  const logs = [paths.failureLog, setAsideLog(paths), paths.addresses];
  for (const path of [paths.clusters, ...logs])
    if (lstatSync(path, { throwIfNoEntry: false }))
      own.files.push({ path, kind: path === paths.clusters ? 'yaml' : 'lines', place: null });
  return own;
}

function addProject(own: OwnFiles, paths: Paths, name: string): void {
  const project = `${paths.projects}/${name}`;
  const chronicles = `${project}/${CHRONICLE_FOLDER}`;
  try {
    if (!statSync(project).isDirectory() || !statSync(chronicles, { throwIfNoEntry: false })) return;
    requireWithin(chronicles, paths.projects);
  } catch (error) {
    own.unread.push(unreadSentence(project, reasonOf(error)));
    return;
  }
  const place = memoryPlace(paths, name);
  addFolder(own, chronicles, (each) => {
    if (isChronicleName(each)) return 'chronicle';
    return isHistoryName(each) ? { kind: 'lines', place } : null;
  });
  addFolder(own, `${chronicles}/facts`, (each) => (isFactsName(each) ? 'facts' : null));
  addFolder(own, `${chronicles}/notebooks`, (each) => (isChronicleName(each) ? 'notebook' : null));
  addFolder(own, `${chronicles}/memory`, (each) =>
    /^proposals.*\.jsonl$/.test(each) ? { kind: 'lines', place } : null,
  );
  for (const each of namesOrNote(place.backups, own.unread))
    own.files.push({ path: `${place.backups}/${each}`, kind: 'backup', place });
}

/** Files of drafts; those of earlier versions are in a directory each. */
function addDrafts(own: OwnFiles, folder: string, depth: number): void {
  for (const name of namesOrNote(folder, own.unread)) {
    const path = `${folder}/${name}`;
    if (name.startsWith('.')) continue;
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (stats?.isSymbolicLink()) own.unread.push(linkSentence(path));
    else if (stats?.isDirectory() && depth > 1 && !/\.\w+$/.test(name)) addDrafts(own, path, depth - 1);
    else if (/\.mdx?$/.test(name)) own.files.push({ path, kind: 'draft', place: null });
    else if (/\.yml$/.test(name)) own.files.push({ path, kind: 'yaml', place: null });
    else if (name.endsWith('.json')) own.files.push({ path, kind: 'json', place: null });
  }
  own.directories.add(folder);
}

type Kind = OwnFileKind | Omit<OwnFile, 'path'>;

function addFolder(own: OwnFiles, folder: string, kindOf: (name: string) => Kind | null): void {
  if (lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink() && basename(folder) !== CHRONICLE_FOLDER) {
    own.unread.push(linkSentence(folder));
    return;
  }
  own.directories.add(folder);
  for (const name of namesOrNote(folder, own.unread)) {
    const kind = kindOf(name);
    if (kind === null || name.startsWith('.')) continue;
    own.files.push({ path: `${folder}/${name}`, ...(typeof kind === 'string' ? { kind, place: null } : kind) });
  }
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

function linkSentence(path: string): string {
  return `${path} is a symbolic link to another place and was skipped.`;
}

function unreadSentence(path: string, reason: string): string {
  return `${path} cannot be read (${reason}).`;
}
