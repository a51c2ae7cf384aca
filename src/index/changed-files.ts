/** What has changed in the archive's files since the index read them. */
import { readdirSync } from 'node:fs';
import { notebookSource } from '#src/archive/sidecars.ts';
import { factsSource } from '#src/archive/facts-files.ts';
import { type Probe, probe, reasonOf, type Stamp } from '#src/archive/read-source.ts';
import { chronicleSource } from '#src/archive/sessions.ts';
import { walkTree } from '#src/archive/tree.ts';
import type { CheckoutRules } from '#src/lib/project.ts';
import { type Database, FILE_KINDS, type FileKind } from './schema.ts';

/** What the index reads. */
export const SOURCES = { facts: factsSource, notebook: notebookSource, chronicle: chronicleSource } as const;

/**
 * Checking a file takes 4 to 10 microseconds. In an archive of more files, a folder whose own stamp is the same has the same files,
 * and of these only the last by name, which begins with the day, are checked, until all were last checked so long ago (ms). A
 * program of ours replaces a file, which changes the stamp of its folder.
 */
const CHECKED_WHOLE = 6000;
const LATEST = 100;
const CHECKED_FOR = 10 * 60_000;

/** A folder as the index keeps it. */
interface FolderRow {
  stamp: string;
  checked: number;
  listing: string;
}

/** What has changed in the archive's files since the index read them. */
export interface Changes {
  /** Files that are new or changed. */
  changed: { kind: FileKind; path: string; found: Probe }[];
  /** The paths of files that are gone. */
  gone: string[];
  /** The folders to keep anew; null for a folder that is gone. */
  folders: Map<string, FolderRow | null>;
}

/**
 * Compares the files below the roots with what the index has read, by size, times and inode. A file that was written in the last
 * seconds counts as changed, as another write could have the same time.
 */
export function changesIn(database: Database, roots: readonly string[], now: number): Changes {
  const changes: Changes = { changed: [], gone: [], folders: new Map() };
  const rows = database.prepare('SELECT path, stamp, checked, listing FROM folders').all();
  const known = new Map(rows.map(({ path, ...row }) => [String(path), row as unknown as FolderRow]));
  const isLarge = rows.reduce((sum, { listing }) => sum + String(listing).split('\n').length, 0) > CHECKED_WHOLE;
  const kinds = new Map(FILE_KINDS.map((kind) => [SOURCES[kind].list.folder, kind]));
  for (const { path, folder } of walkTree(roots, new Set(kinds.keys()), () => {}).folders) {
    const kind = kinds.get(folder);
    if (!kind) continue;
    const before = known.get(path);
    known.delete(path);
    const stamp = stampAt(path, now) ?? '';
    const isQuick = isLarge && before?.stamp === stamp && now - before.checked < CHECKED_FOR;
    if (isQuick && hasSameLatest(path, before.listing, now)) continue;
    const listing = compareFolder(path, kind, before?.listing ?? '', now, changes);
    // When all files were checked is only of use where they are not checked each time.
    if (listing !== before?.listing || stamp !== before.stamp || isLarge)
      changes.folders.set(path, { stamp, checked: now, listing });
  }
  for (const [path, { listing }] of known) {
    changes.folders.set(path, null);
    for (const name of stampsIn(listing).keys()) changes.gone.push(`${path}/${name}`);
  }
  return changes;
}

function hasSameLatest(folder: string, listing: string, now: number): boolean {
  const latest = [...stampsIn(listing)].slice(-LATEST);
  return latest.every(([name, stamp]) => stampAt(`${folder}/${name}`, now) === stamp);
}

function stampAt(path: string, now: number): string | null {
  const found = probe(path, now);
  return found && stampOf(found.stamp, now);
}

/** Adds what has changed in a folder, and returns its files as they are now. */
function compareFolder(path: string, kind: FileKind, before: string, now: number, changes: Changes): string {
  const known = stampsIn(before);
  const lines: string[] = [];
  for (const name of namesOf(path).filter(SOURCES[kind].list.isMember)) {
    const found = probe(`${path}/${name}`, now);
    if (!found) continue;
    const stamp = stampOf(found.stamp, now);
    lines.push(`${name}\t${stamp}`);
    if (known.get(name) !== stamp) changes.changed.push({ kind, path: `${path}/${name}`, found });
    known.delete(name);
  }
  for (const name of known.keys()) changes.gone.push(`${path}/${name}`);
  return lines.join('\n');
}

/** By what a change is recognised. That of a file that was just written never recurs. */
function stampOf({ size, mtimeMs, ctimeMs, ino, isSettled }: Stamp, now: number): string {
  return `${size} ${mtimeMs} ${ctimeMs} ${ino}${isSettled ? '' : ` read at ${now}`}`;
}

function stampsIn(listing: string): Map<string, string> {
  const lines = listing === '' ? [] : listing.split('\n');
  return new Map(lines.map((line) => line.split('\t', 2) as [string, string]));
}

/** A folder that cannot be listed counts as empty, as it does for the archive. */
function namesOf(folder: string): string[] {
  try {
    // Other names could not be kept in a listing.
    return readdirSync(folder)
      .filter((name) => !/[\n\t]/.test(name))
      .sort();
  } catch (error) {
    if (reasonOf(error) === 'ENOENT' || reasonOf(error) === 'EACCES') return [];
    throw error;
  }
}

/** Whether sessions were given to projects by these moved checkouts: any change of them may put any session elsewhere. */
export function isPlacedBy(database: Database, rules: CheckoutRules): boolean {
  return database.prepare('SELECT moved FROM places').get()?.moved === movedMark(rules);
}

/** The moved checkouts, as the index keeps them. */
export function movedMark({ moved }: CheckoutRules): string {
  return JSON.stringify([...moved]);
}
