/** What has changed in the archive's files since the index read them. */
import { readdirSync } from 'node:fs';
import type { CheckoutRules } from '#src/lib/project.ts';
import { chronicleSource } from '#src/archive/sessions.ts';
import { factsSource } from '#src/archive/facts-files.ts';
import { notebookSource } from '#src/archive/companions.ts';
import { type Probe, probe, reasonOf, type Stamp } from '#src/archive/read-source.ts';
import { walkTree } from '#src/archive/tree.ts';
import { type Database, FILE_KINDS, type FileKind } from './schema.ts';

/** What the index reads. */
export const SOURCES = { facts: factsSource, notebook: notebookSource, chronicle: chronicleSource } as const;

/**
 * An archive of so many files is checked whole each time: 3 microseconds a file. Of a larger one, a folder whose own stamp is the
 * same has the same files, and of these only the latest are checked, until the last check of all is so long ago (ms). A program
 * of ours replaces a file, which changes the stamp of its folder.
 */
const CHECKED_WHOLE = 6000;
const LATEST = 100;
const CHECKED_FOR = 10 * 60_000;

/** A file that is new or changed. */
export interface ChangedFile {
  kind: FileKind;
  path: string;
  found: Probe;
}

/** A folder as the index keeps it. */
export interface FolderRow {
  stamp: string;
  /** The files that changed last: a line each, with the stamp. */
  latest: string;
  files: number;
  checked: number;
  /** All files. */
  listing: string;
}

export interface Changes {
  changed: ChangedFile[];
  /** The paths of files that are gone. */
  gone: string[];
  /** The folders to keep anew; null for a folder that is gone. */
  folders: Map<string, FolderRow | null>;
}

/**
 * Compares the files below the roots with what the index has read, by size, times and inode. A file that was written in the last
 * seconds counts as changed, as another write could have the same time. `whole` checks all files of any archive.
 */
export function changesIn(
  database: Database,
  roots: readonly string[],
  { now, whole = false }: { now: number; whole?: boolean },
): Changes {
  const changes: Changes = { changed: [], gone: [], folders: new Map() };
  const rows = database.prepare('SELECT path, stamp, latest, files, checked FROM folders').all();
  const known = new Map(rows.map((row) => [String(row.path), row as unknown as Omit<FolderRow, 'listing'>]));
  const listingOf = database.prepare('SELECT listing FROM folders WHERE path = ?');
  const isSmall = rows.reduce((sum, { files }) => sum + Number(files), 0) <= CHECKED_WHOLE;
  const { folders } = walkTree(roots, new Set(FILE_KINDS.map((kind) => SOURCES[kind].list.folder)), () => {});
  for (const { path, folder, isLink } of folders) {
    const kind = FILE_KINDS.find((each) => SOURCES[each].list.folder === folder);
    if (isLink || !kind) continue;
    const before = known.get(path);
    known.delete(path);
    const stamp = folderStamp(path, now);
    const isQuick = !whole && !isSmall && before && stamp === before.stamp && now - before.checked < CHECKED_FOR;
    if (isQuick && isUnchanged(path, before.latest, now)) continue;
    const listing = String(listingOf.get(path)?.listing ?? '');
    const row = compareFolder(path, kind, listing, now, changes);
    // When all files were checked is only of use where they are not checked each time.
    if (!before || row.listing !== listing || stamp !== before.stamp || !isSmall)
      changes.folders.set(path, { ...row, stamp, checked: now });
  }
  for (const path of known.keys()) {
    changes.folders.set(path, null);
    changes.gone.push(...[...stampsIn(String(listingOf.get(path)?.listing)).keys()].map((name) => `${path}/${name}`));
  }
  return changes;
}

function isUnchanged(folder: string, lines: string, now: number): boolean {
  return [...stampsIn(lines)].every(([name, stamp]) => {
    const file = probe(`${folder}/${name}`, now);
    return file !== null && stampOf(file.stamp, now) === stamp;
  });
}

/** Notes what has changed in a folder, and returns how it is now. */
function compareFolder(
  path: string,
  kind: FileKind,
  before: string,
  now: number,
  { changed, gone }: Changes,
): Pick<FolderRow, 'listing' | 'latest' | 'files'> {
  const known = stampsIn(before);
  const files: { line: string; at: number }[] = [];
  for (const name of namesIn(path).filter(SOURCES[kind].list.isMember)) {
    const found = probe(`${path}/${name}`, now);
    if (!found) continue;
    const own = stampOf(found.stamp, now);
    files.push({ line: `${name}\t${own}`, at: found.stamp.mtimeMs });
    if (known.get(name) !== own) changed.push({ kind, path: `${path}/${name}`, found });
    known.delete(name);
  }
  gone.push(...[...known.keys()].map((name) => `${path}/${name}`));
  const listing = files.map(({ line }) => line).join('\n');
  const latest = files.sort((a, b) => b.at - a.at).slice(0, LATEST);
  return { listing, latest: latest.map(({ line }) => line).join('\n'), files: files.length };
}

function folderStamp(path: string, now: number): string {
  const found = probe(path, now);
  return found ? stampOf(found.stamp, now) : `gone at ${now}`;
}

/** By what a change is recognised. That of a file that was just written never recurs. */
function stampOf({ size, mtimeMs, ctimeMs, ino, isSettled }: Stamp, now: number): string {
  return `${size} ${mtimeMs} ${ctimeMs} ${ino}${isSettled ? '' : ` read at ${now}`}`;
}

function stampsIn(listing: string): Map<string, string> {
  const lines = listing === '' ? [] : listing.split('\n');
  return new Map(
    lines.map((line) => {
      const at = line.lastIndexOf('\t');
      return [line.slice(0, at), line.slice(at + 1)];
    }),
  );
}

/** A folder that cannot be listed counts as empty, as it does for the archive. */
function namesIn(path: string): string[] {
  try {
    // A name with a line break could not be kept in a listing.
    return readdirSync(path).filter((name) => !name.includes('\n'));
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
