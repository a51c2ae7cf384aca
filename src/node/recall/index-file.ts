/** Opens the index and keeps it usable: a damaged one is made anew, one that cannot be used is left out. */
import { closeSync, lstatSync, openSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import type { CheckoutRules } from '#src/lib/project.ts';
import type { Layout } from '#src/project/paths.ts';
import { sha1 } from '#src/value/sha1.ts';
import { namesIn } from '../disk/names-in.ts';
import { ON_DISK } from '../git/checkout.ts';
import { privateDirectory } from '../store/private-directory.ts';
import { applyChanges } from './bring-up-to-date.ts';
import { type Changes, changesIn } from './changed-files.ts';
import { Columns } from './columns.ts';
import { indexPath, RECALL_VERSION, TABLES } from './schema.ts';
import { type Database, isSqlError, sqliteModule } from './sqlite.ts';

/** How long to wait while another process writes (ms). */
const PATIENCE = 2000;
/** The digits of SQLite's codes for a file that is damaged or none of its own: https://sqlite.org/rescode.html */
const DAMAGED = [11, 26];
/** So many removed records are no reason to make an index anew. */
const LEAST_WORN = 10_000;
/** Kept in memory of what is read and written (KiB): more does not make it faster. */
const CACHE = 8000;

export interface OpenOptions {
  /** Absolute directories with the archive's projects, the owner's own first. */
  roots: readonly string[];
  /** Which checkouts sessions belong to. */
  rules?: CheckoutRules;
  now: number;
  /** Checks all files, even of a large archive. */
  whole?: boolean;
  /** The most files that are read now; an index that lacks more is not used. */
  most?: number;
}

/** Why there is no index to answer from. */
export type NoIndex = 'unsupported' | 'behind' | 'unusable';

/**
 * The index, up to date with the archive. Otherwise says why it cannot be used: this Node has no FTS5, it lacks more files than
 * may be read now, or the disk refuses. Never throws.
 */
export function openIndex(layout: Layout, options: OpenOptions): Database | NoIndex {
  const sqlite = sqliteModule();
  if (!sqlite) return 'unsupported';
  for (const isLastTry of [false, true]) {
    let database: Database | null = null;
    try {
      const path = indexPath(layout);
      prepareFile(layout, path);
      database = new sqlite.DatabaseSync(path);
      prepareTables(database);
      const changes = changesIn(database, options.roots, lookOf(layout, options));
      const lacking = changes.changed.filter(({ isDoubtful = false }) => !isDoubtful).length;
      if (lacking > (options.most ?? Number.POSITIVE_INFINITY)) return closed(database, 'behind');
      const { roots, rules = ON_DISK, whole: hasTime = false } = options;
      const isMoved = !isPlacedBy(database, rules);
      if (isMoved || hasChanges(changes))
        applyChanges(database, changes, { ownRoot: roots[0] ?? '', hasTime, rules, isMoved });
      if (isLastTry || !options.whole || !isWorn(database)) return database;
      closed(database, 'unusable');
      deleteIndex(layout);
    } catch (error) {
      if (database) closed(database, 'unusable');
      if (isLastTry || !isDamage(error)) return 'unusable';
      deleteIndex(layout);
    }
  }
  return 'unusable';
}

/** Whether most of the keys of an index belong to records that were removed. */
function isWorn(database: Database): boolean {
  const records = Number(database.prepare('SELECT sum(records) AS records FROM sessions').get()?.records ?? 0);
  return new Columns(database).size > 2 * records + LEAST_WORN;
}

function closed<Reason>(database: Database, reason: Reason): Reason {
  try {
    database.close();
  } catch {
    // It was not open, or is damaged.
  }
  return reason;
}

/** Deletes the indexes of all versions with SQLite's own files next to them. */
export function deleteIndex(layout: Pick<Layout, 'recall'>): void {
  deleteFiles(layout, () => true);
}

const NAME = /-(\d{1,6})\.sqlite(?:-wal|-shm|-journal)?$/;

function deleteFiles({ recall }: Pick<Layout, 'recall'>, isMeant: (version: number) => boolean): void {
  const directory = dirname(recall);
  for (const name of namesIn(directory)) {
    const path = `${directory}/${name}`;
    const version = path.startsWith(`${recall}-`) ? NAME.exec(path.slice(recall.length))?.[1] : undefined;
    if (version !== undefined && isMeant(Number(version))) rmSync(path, { force: true });
  }
}

/** For the owner only. A link in its place is not followed. */
function prepareFile(layout: Layout, path: string): void {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats?.isFile()) return;
  if (stats) throw new Error(`${path} is not a regular file.`);
  privateDirectory(dirname(path), layout.config);
  deleteFiles(layout, (version) => version < RECALL_VERSION);
  closeSync(openSync(path, 'a', 0o600));
}

function prepareTables(database: Database): void {
  database.exec(`PRAGMA busy_timeout = ${PATIENCE}; PRAGMA synchronous = NORMAL; PRAGMA cache_size = -${CACHE}`);
  if (isMade(database)) return;
  database.exec('PRAGMA journal_mode = WAL; BEGIN IMMEDIATE');
  // Another process may have been faster.
  if (!isMade(database)) database.exec(`${TABLES}; PRAGMA user_version = ${RECALL_VERSION}`);
  database.exec('COMMIT');
}

function isMade(database: Database): boolean {
  return Number(database.prepare('PRAGMA user_version').get()?.user_version) === RECALL_VERSION;
}

/**
 * Whether sessions were given to projects by these moved checkouts. A number for them is in the file's header, as any change of
 * them may put any session elsewhere.
 */
function isPlacedBy(database: Database, { moved }: CheckoutRules): boolean {
  const mark = moved.size === 0 ? 0 : Number.parseInt(sha1(JSON.stringify([...moved])).slice(0, 7), 16);
  const known = Number(database.prepare('PRAGMA application_id').get()?.application_id);
  if (known !== mark) database.exec(`PRAGMA application_id = ${mark}`);
  return known === mark;
}

function lookOf(layout: Layout, { now, whole = false }: OpenOptions) {
  return { sessions: namesIn(layout.live), whole, now };
}

function hasChanges({ changed, gone, folders }: Changes): boolean {
  return changed.length + gone.length + folders.size > 0;
}

function isDamage(error: unknown): boolean {
  return isSqlError(error) && DAMAGED.includes(error.errcode & 0xff);
}
