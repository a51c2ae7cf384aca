/**
 * The files of ours in which something may stand that is to be forgotten:
 *
 *     <root>/<project-dir>/chronicle/{*.md,memory-ledger*.jsonl,memory/proposals*.jsonl,memory/backups/…}
 *     <config>/session-chronicle/{clusters.yml,log*.jsonl,drafts/,series/}
 *
 * What is derived from them is removed whole, whatever stands in it.
 */
import { lstatSync, readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Layout, type MemoryPlace, memoryPlace } from '../../project/paths.ts';
import { chronicleSource } from '../archive/chronicle-source.ts';
import { walkTree } from '../archive/tree.ts';
import { requireWithin } from '../store/private-directory.ts';

export type OwnFileKind = 'chronicle' | 'ledger' | 'proposals' | 'log' | 'draft' | 'yaml';

export interface OwnFile {
  path: string;
  kind: OwnFileKind;
  /** Whose `memory` lock its writers hold; null where they hold none. */
  place: MemoryPlace | null;
}

export interface OwnFiles {
  files: OwnFile[];
  /** Directories of changes of memory, with the bytes before and after. */
  backups: { path: string; place: MemoryPlace }[];
  /** Directories in which temporary files and locks lie. */
  workDirectories: string[];
  /** Directories of chronicles that lie elsewhere, through a link. */
  outside: string[];
}

/** All of them. `roots` are laid out as `<config>/projects`, which is the first. */
export function ownFiles(layout: Layout, roots: readonly string[]): OwnFiles {
  const own: OwnFiles = { files: stateFiles(layout), backups: [], workDirectories: [], outside: [] };
  own.workDirectories.push(...[layout.drafts, layout.series, layout.state, layout.live, ...draftDirectories(layout)]);
  for (const root of roots) {
    for (const { path, directory } of walkTree([root], new Set(['chronicle']), () => {}).folders) {
      if (isInside(path, root)) addProject(own, memoryPlace({ ...layout, projects: root }, directory));
      else own.outside.push(path);
    }
  }
  own.workDirectories = own.workDirectories.map((directory) => `${directory}/.tmp`);
  return own;
}

const LEDGER = /^memory-ledger.*\.jsonl$/;

function addProject({ files, backups, workDirectories }: OwnFiles, place: MemoryPlace): void {
  const { chronicle, proposals } = place;
  for (const name of namesIn(chronicle)) {
    const path = `${chronicle}/${name}`;
    if (chronicleSource.list.isMember(name)) files.push({ path, kind: 'chronicle', place: null });
    else if (LEDGER.test(name)) files.push({ path, kind: 'ledger', place });
  }
  for (const name of namesIn(dirname(proposals)))
    if (/^proposals.*\.jsonl$/.test(name))
      files.push({ path: `${dirname(proposals)}/${name}`, kind: 'proposals', place });
  for (const name of namesIn(place.backups)) backups.push({ path: `${place.backups}/${name}`, place });
  workDirectories.push(chronicle, dirname(proposals));
}

function stateFiles(layout: Layout): OwnFile[] {
  const of = (kind: OwnFileKind, paths: string[]) => paths.map((path): OwnFile => ({ path, kind, place: null }));
  const drafts = draftDirectories(layout);
  return [
    ...of(
      'draft',
      drafts.map((directory) => `${directory}/draft.mdx`),
    ),
    ...of(
      'yaml',
      drafts.flatMap((directory) => [`${directory}/draft.yml`, `${directory}/redactions.yml`]),
    ),
    ...of(
      'yaml',
      namesIn(layout.series)
        .filter((name) => name.endsWith('.yml'))
        .map((name) => `${layout.series}/${name}`),
    ),
    ...of('yaml', [layout.clusters]),
    ...of('log', [layout.failureLog, `${layout.state}/log.1.jsonl`]),
  ].filter(({ path }) => lstatSync(path, { throwIfNoEntry: false })?.isFile());
}

function draftDirectories({ drafts }: Layout): string[] {
  const names = namesIn(drafts).filter((name) => !name.startsWith('.'));
  return names.map((name) => `${drafts}/${name}`).filter((path) => lstatSync(path).isDirectory());
}

function isInside(path: string, root: string): boolean {
  try {
    requireWithin(path, root);
    return true;
  } catch {
    return false;
  }
}

/** The names in a directory, sorted; none where there is no directory. */
export function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory).sort();
  } catch {
    return [];
  }
}
