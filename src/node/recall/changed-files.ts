/** What has changed in the archive's files since the index read them. */
import { readdirSync } from 'node:fs';
import { chronicleSource } from '../archive/chronicle-source.ts';
import { factsSource } from '../archive/facts-files.ts';
import type { Folder } from '../archive/file-store.ts';
import { notebookSource } from '../archive/notebook-files.ts';
import { isSameFile, type Probe, probe, reasonOf, type Stamp } from '../archive/read-source.ts';
import { walkTree } from '../archive/tree.ts';
import { FILE_KINDS, type FileKind } from './schema.ts';
import type { Database } from './sqlite.ts';

/** The sources of the index by kind. */
export const SOURCES = { chronicle: chronicleSource, facts: factsSource, notebook: notebookSource } as const;

/** A file that is new or changed. */
export interface ChangedFile {
  kind: FileKind;
  path: string;
  name: string;
  folder: Folder;
  found: Probe;
  /** Whether it has the same times as before, but was written so shortly before it was read that it may have changed. */
  isDoubtful?: boolean;
}

export interface Changes {
  changed: ChangedFile[];
  /** The paths of files that are gone. */
  gone: string[];
  /** The folders with their times before they were listed; null for one that is gone. */
  folders: Map<string, Stamp | null>;
}

/**
 * An archive of so many files is checked whole each time: 3 microseconds a file. Of a larger one, folders are listed if their
 * times have changed, and these files are checked: those in such a folder, those of sessions that may be running, the last ones
 * that changed, and a part of the others, another one each second. What other programs change within an old file is noticed then, or when the
 * process that reads transcripts after a session checks all files.
 */
const CHECKED_WHOLE = 6000;
const CHECKED_PART = 500;
const CHECKED_LATEST = 200;
/** Of a folder whose times have changed, at most so many files. */
const CHECKED_LISTED = 20_000;

export interface Look {
  /** Sessions whose files may have changed. */
  sessions: readonly string[];
  /** Checks all files, however many there are. */
  whole: boolean;
  now: number;
}

interface KnownFile {
  path: string;
  folder: string;
  size: number;
  mtime: number;
  ctime: number;
  ino: number;
  settled: number;
}

/** Compares the files below the roots with what the index has read. */
export function changesIn(database: Database, roots: readonly string[], look: Look): Changes {
  const changes: Changes = { changed: [], gone: [], folders: new Map() };
  const { folders } = walkTree(roots, new Set(Object.values(SOURCES).map(({ list }) => list.folder)), () => {});
  const byPath = new Map(folders.filter(({ isLink }) => !isLink).map((folder) => [folder.path, folder]));
  const known = new Map(
    database
      .prepare('SELECT path, mtime, ctime, ino, settled FROM folders')
      .all()
      .map((row) => [String(row.path), row]),
  );
  for (const folder of byPath.values()) {
    const found = probe(folder.path, look.now)?.stamp;
    const before = known.get(folder.path);
    known.delete(folder.path);
    const isSame = before && found && isSameFolder(before as unknown as KnownFile, found);
    if (found && !isSame) list(database, folder, found, look, changes);
  }
  for (const path of known.keys()) {
    changes.folders.set(path, null);
    for (const gone of pathsIn(database, path).keys()) changes.gone.push(gone);
  }
  const gone = new Set(changes.gone);
  for (const file of filesToCheck(database, look, [...changes.folders.keys()])) {
    const folder = byPath.get(file.folder);
    const kind = folder && kindOf(folder);
    if (!folder || !kind || gone.has(file.path)) continue;
    const found = probe(file.path, look.now);
    if (!found) changes.gone.push(file.path);
    else if (!isSameFile(stampOf(file), found.stamp)) {
      const isDoubtful = isSameFile({ ...stampOf(file), isSettled: true }, found.stamp);
      changes.changed.push({ ...changedFile(folder, kind, file.path, found), isDoubtful });
    }
  }
  return changes;
}

function list(database: Database, folder: Folder, found: Stamp, look: Look, changes: Changes): void {
  const kind = kindOf(folder);
  if (!kind) return;
  changes.folders.set(folder.path, found);
  const missing = pathsIn(database, folder.path);
  for (const name of listed(folder.path).filter(SOURCES[kind].list.isMember)) {
    const path = `${folder.path}/${name}`;
    if (missing.delete(path)) continue;
    const file = probe(path, look.now);
    if (file) changes.changed.push(changedFile(folder, kind, path, file));
  }
  for (const path of missing) changes.gone.push(path);
}

/** A folder that cannot be listed counts as empty, as it does for the archive. */
function listed(path: string): string[] {
  try {
    return readdirSync(path);
  } catch (error) {
    if (reasonOf(error) === 'ENOENT' || reasonOf(error) === 'EACCES') return [];
    throw error;
  }
}

function pathsIn(database: Database, folder: string): Set<string> {
  const rows = database.prepare('SELECT path FROM files WHERE folder = ?').all(folder);
  return new Set(rows.map(({ path }) => String(path)));
}

const COLUMNS = 'path, folder, size, mtime, ctime, ino, settled';

function filesToCheck(
  database: Database,
  { sessions, whole, now }: Look,
  listedFolders: readonly string[],
): Iterable<KnownFile> {
  const newest = Number(database.prepare('SELECT max(key) AS newest FROM files').get()?.newest);
  const all = (where: string, ...values: (string | number)[]) =>
    database.prepare(`SELECT ${COLUMNS} FROM files ${where}`).all(...values) as unknown as KnownFile[];
  if (whole || newest <= CHECKED_WHOLE) return all('');
  const first = (Math.floor(now / 1000) % Math.ceil(newest / CHECKED_PART)) * CHECKED_PART;
  const found = [
    ...all('WHERE session IN (SELECT value FROM json_each(?))', JSON.stringify(sessions)),
    ...all('ORDER BY mtime DESC LIMIT ?', CHECKED_LATEST),
    ...all('WHERE key > ? AND key <= ?', first, first + CHECKED_PART),
    ...all('WHERE settled = 0'),
    // A file that was replaced has changed its folder, too.
    ...listedFolders.flatMap((folder) => all('WHERE folder = ? ORDER BY mtime DESC LIMIT ?', folder, CHECKED_LISTED)),
  ];
  return new Map(found.map((file) => [file.path, file])).values();
}

function changedFile(folder: Folder, kind: FileKind, path: string, found: Probe): ChangedFile {
  return { kind, path, name: path.slice(folder.path.length + 1), folder, found };
}

function kindOf({ folder }: Folder): FileKind | undefined {
  return (Object.keys(FILE_KINDS) as FileKind[]).find((kind) => SOURCES[kind].list.folder === folder);
}

function isSameFolder(known: KnownFile, found: Stamp): boolean {
  return isSameFile({ ...stampOf(known), size: found.size }, found);
}

function stampOf({ size, mtime, ctime, ino, settled }: KnownFile): Stamp {
  return { size, mtimeMs: mtime, ctimeMs: ctime, ino, madeMs: 0, isSettled: settled === 1 };
}
