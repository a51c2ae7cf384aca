/**
 * Our files that may contain the match:
 *
 *     <root>/<project-dir>/chronicle/{*.md,facts/*.json,notebooks/*.md,memory-ledger*.jsonl,memory/proposals*.jsonl,memory/backups/…}
 *     <config>/session-chronicle/{clusters.yml,log*.jsonl,addresses.jsonl,imports/,drafts/,series/}
 *
 * Files derived from them are deleted as a whole.
 */

import { lstatSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import {
  CHRONICLE_FOLDER,
  factsDirectory,
  isChronicleName,
  isFactsName,
  isLedgerName,
  type Layout,
  type MemoryPlace,
  memoryPlace,
  notebooksDirectory,
  sessionIndexes,
  setAsideLog,
  workPath,
} from '#src/lib/paths.ts';
import { reasonOf } from '#src/archive/read-source.ts';
import { walkTree } from '#src/archive/tree.ts';
import { isThere, statsOf } from '#src/lib/is-there.ts';
import { namesIn, readNames } from '#src/lib/names-in.ts';
import { requireWithin } from '#src/lib/private-directory.ts';

export type OwnFileKind =
  | 'chronicle'
  | 'facts'
  | 'notebook'
  | 'ledger'
  | 'record'
  | 'proposals'
  | 'log'
  | 'import'
  | 'draft'
  | 'yaml';

export interface OwnFile {
  path: string;
  kind: OwnFileKind;
  /** The project whose `memory` lock guards the file; null if none does. */
  place: MemoryPlace | null;
}

export interface OwnFiles {
  files: OwnFile[];
  /** Directories with the bytes of a memory file before and after a change. */
  backups: { path: string; place: MemoryPlace }[];
  /** Directories with temporary files and locks. */
  workDirectories: string[];
  /** Drafts and series, whose names the owner chose. */
  named: { path: string; kind: 'draft' | 'series' }[];
  /** Sentences about directories behind links, and about unreadable files. */
  unread: string[];
}

/** Lists them. Each of `roots` is laid out like `<config>/projects`, which is the first. */
export function ownFiles(layout: Layout, roots: readonly string[]): OwnFiles {
  const own = noFiles();
  addState(own, layout);
  addRoots(own, layout, roots);
  own.workDirectories = own.workDirectories.map(workPath);
  return own;
}

/** The same of further archives, without our own directory. Nobody needs their work directories. */
export function foreignFiles(layout: Layout, roots: readonly string[]): Omit<OwnFiles, 'workDirectories'> {
  const { files, backups, named, unread } = addRoots(noFiles(), layout, roots);
  return { files, backups, named, unread };
}

function noFiles(): OwnFiles {
  return { files: [], backups: [], workDirectories: [], named: [], unread: [] };
}

function addRoots(own: OwnFiles, layout: Layout, roots: readonly string[]): OwnFiles {
  for (const root of roots) {
    const { folders, faults } = walkTree([root], new Set([`*/${CHRONICLE_FOLDER}`]), () => {});
    own.unread.push(...faults.map(({ path, reason }) => unreadSentence(path, reason)));
    for (const name of namesIn(root)) own.unread.push(...hiddenIn(`${root}/${name}`));
    for (const { path, directory } of folders) {
      if (isInside(path, root)) addProject(own, memoryPlace({ ...layout, projects: root }, directory));
      else own.unread.push(linkSentence(path));
    }
  }
  return own;
}

/** A sentence if a project's directory cannot be entered, so it is unknown whether it contains chronicles. */
function hiddenIn(project: string): string[] {
  try {
    const stats = statSync(project, { throwIfNoEntry: false });
    if (stats?.isDirectory()) statSync(`${project}/${CHRONICLE_FOLDER}`, { throwIfNoEntry: false });
    return [];
  } catch (error) {
    return [unreadSentence(project, reasonOf(error))];
  }
}

function addProject({ files, backups, workDirectories, unread }: OwnFiles, place: MemoryPlace): void {
  const { chronicle, proposals } = place;
  const known = unread.length;
  const names = namesOrNote(chronicle, unread);
  if (unread.length > known) return;
  for (const name of names) {
    const path = `${chronicle}/${name}`;
    if (isChronicleName(name)) files.push({ path, kind: 'chronicle', place: null });
    else if (isLedgerName(name)) files.push({ path, kind: 'ledger', place });
  }
  const companions = [
    { directory: factsDirectory(chronicle), kind: 'facts', isMember: isFactsName },
    { directory: notebooksDirectory(chronicle), kind: 'notebook', isMember: isChronicleName },
  ] as const;
  for (const { directory, kind, isMember } of companions) {
    workDirectories.push(directory);
    if (statsOf(directory)?.isSymbolicLink()) unread.push(linkSentence(directory));
    else
      for (const name of namesOrNote(directory, unread))
        if (isMember(name)) files.push({ path: `${directory}/${name}`, kind, place: null });
  }
  for (const name of namesOrNote(dirname(proposals), unread))
    if (/^proposals.*\.jsonl$/.test(name))
      files.push({ path: `${dirname(proposals)}/${name}`, kind: 'proposals', place });
  for (const name of namesOrNote(place.backups, unread)) backups.push({ path: `${place.backups}/${name}`, place });
  workDirectories.push(chronicle, dirname(proposals));
}

function addState(own: OwnFiles, layout: Layout): void {
  const add = (kind: OwnFileKind, ...paths: string[]) =>
    own.files.push(...paths.filter(mayBeThere).map((path): OwnFile => ({ path, kind, place: null })));
  const drafts = draftDirectories(layout, own.unread);
  for (const { path, names } of drafts) {
    add('draft', ...names.filter((name) => name === 'draft.mdx').map((name) => `${path}/${name}`));
    add('yaml', ...names.filter((name) => DRAFT_YAML.has(name)).map((name) => `${path}/${name}`));
  }
  const series = namesOrNote(layout.series, own.unread).filter(
    (name) => name.endsWith('.yml') && !name.startsWith('.'),
  );
  const seriesFiles = series.map((name) => `${layout.series}/${name}`);
  add('yaml', ...seriesFiles, layout.clusters);
  add('log', layout.failureLog, setAsideLog(layout), layout.addresses);
  add(
    'import',
    ...namesOrNote(layout.imports, own.unread)
      .filter(isImportName)
      .map((name) => `${layout.imports}/${name}`),
  );
  own.named.push(...drafts.map(({ path }) => ({ path, kind: 'draft' as const })));
  own.named.push(...seriesFiles.map((path) => ({ path, kind: 'series' as const })));
  const indexes = [...sessionIndexes(layout), layout.memoryIndex, layout.books];
  own.workDirectories.push(
    layout.drafts,
    layout.series,
    layout.imports,
    layout.state,
    ...indexes,
    ...drafts.map(({ path }) => path),
  );
}

function isImportName(name: string): boolean {
  return name.endsWith('.jsonl') && !name.startsWith('.');
}

const DRAFT_YAML = new Set(['draft.yml', 'redactions.yml']);

function draftDirectories({ drafts }: Layout, unread: string[]): { path: string; names: string[] }[] {
  const paths = namesOrNote(drafts, unread)
    .filter((name) => !name.startsWith('.'))
    .map((name) => `${drafts}/${name}`);
  return paths.flatMap((path) => {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (stats?.isSymbolicLink()) unread.push(linkSentence(path));
    return stats?.isDirectory() ? [{ path, names: namesOrNote(path, unread) }] : [];
  });
}

/** True if that cannot be found out: reading the file reports why. */
function mayBeThere(path: string): boolean {
  try {
    return isThere(path);
  } catch {
    return true;
  }
}

function isInside(path: string, root: string): boolean {
  try {
    requireWithin(path, root);
    return true;
  } catch {
    return false;
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
