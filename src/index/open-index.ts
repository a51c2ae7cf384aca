/** Opens the index and keeps it usable: a damaged one is made anew, and where none can be written it is made in memory. */
import { closeSync, lstatSync, openSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { checkoutRules, ON_DISK } from '#src/lib/checkout.ts';
import { ChronicleError, sentenceOf } from '#src/lib/chronicle-error.ts';
import { readConfig } from '#src/lib/config.ts';
import type { Env } from '#src/lib/env.ts';
import { type Paths, indexFiles } from '#src/lib/paths.ts';
import { privateDirectory } from '#src/lib/private-directory.ts';
import type { CheckoutRules } from '#src/lib/project.ts';
import { APPLICATION, type Database, hasFullTextSearch, INDEX_VERSION, isSqlError, TABLES } from './schema.ts';
import { applyChanges } from './update.ts';
import { changesIn, isPlacedBy } from './changed-files.ts';

/** How long to wait for another process by default (ms). */
const PATIENCE = 5000;
/** Kept in memory of what is read and written (KiB): more does not make it faster. */
const CACHE = 8000;
/** So many changed files take a while to read. */
const MANY = 3000;
/** SQLite's codes for a file that is damaged, has other tables, or is no database: https://sqlite.org/rescode.html */
const DAMAGED = [1, 11, 26];
/** Another process writes. */
const BUSY = 5;

interface OpenOptions {
  /** Absolute directories with the archive's projects, the owner's own first. */
  roots: readonly string[];
  /** Which checkouts sessions belong to; by default those on this disk. */
  rules?: CheckoutRules;
  now: number;
  /** Gets whole sentences: what takes long, and what is wrong with the file. */
  say?: (sentence: string) => void;
  /** How long to wait while another process writes (ms). */
  patience?: number;
}

/**
 * The index, up to date with the archive. Where its file cannot be used (a full or read-only disk, something else in its place),
 * the same index is made in memory, and a sentence says so. If another process writes all the time, it may lack the latest
 * changes. Refuses a Node without full-text search (CHRONICLE_OLD_NODE).
 */
export function openIndex(paths: Pick<Paths, 'index' | 'config' | 'addresses'>, options: OpenOptions): Database {
  const { say = () => {} } = options;
  if (!hasFullTextSearch())
    throw new ChronicleError(
      'CHRONICLE_OLD_NODE',
      `Searching, listing and showing sessions needs Node 22.16 or newer; this is Node ${process.versions.node}. Recording works with this one, too.`,
    );
  try {
    return openFile(paths, options);
  } catch (error) {
    // Whether the file or the disk is at fault, not the program.
    const isOfFile =
      isSqlError(error) || error instanceof ChronicleError || (error instanceof Error && 'errno' in error);
    if (!isOfFile) throw error;
    const reason = isSqlError(error)
      ? `The search index ${paths.index} cannot be used: ${error.message}.`
      : `The search index cannot be written. ${sentenceOf(error)}`;
    say(`${reason} Searching works without it, but takes longer.`);
    return opened(':memory:', paths, options);
  }
}

/** Brings the index up to date, so that the next command finds it so. A Node that is too old for it leaves it alone. */
export function refreshIndex(env: Env, paths: Paths): void {
  const { config } = readConfig(paths);
  const roots = [paths.projects, ...config.roots];
  try {
    if (hasFullTextSearch())
      openFile(paths, { roots, rules: checkoutRules(config, env.home), now: env.now().getTime() }).close();
  } catch {
    // Nobody reads what this process says; the next command says it.
  }
}

/** Deletes the index with SQLite's own files next to it. */
export function deleteIndex({ index }: Pick<Paths, 'index'>): void {
  for (const path of indexFiles(index)) rmSync(path, { force: true });
}

/** The index in its file, which is made anew if it is damaged. */
function openFile(paths: Pick<Paths, 'index' | 'config' | 'addresses'>, options: OpenOptions): Database {
  prepareFile(paths);
  try {
    return opened(paths.index, paths, options);
  } catch (error) {
    if (!isSqlError(error) || !DAMAGED.includes(error.errcode & 0xff)) throw error;
    deleteIndex(paths);
    prepareFile(paths);
    return opened(paths.index, paths, options);
  }
}

/** For the owner only. A link or directory in its place is not followed. */
function prepareFile({ index, config }: Pick<Paths, 'index' | 'config'>): void {
  const stats = lstatSync(index, { throwIfNoEntry: false });
  if (stats?.isFile()) return;
  if (stats) throw new ChronicleError('CHRONICLE_NOT_A_FILE', `${index} is not a regular file.`);
  privateDirectory(dirname(index), config);
  closeSync(openSync(index, 'a', 0o600));
}

function opened(
  path: string,
  { addresses }: Pick<Paths, 'addresses'>,
  { roots, rules = ON_DISK, now, patience = PATIENCE, say = () => {} }: OpenOptions,
): Database {
  const database = new (process.getBuiltinModule('node:sqlite').DatabaseSync)(path);
  try {
    database.exec(`PRAGMA busy_timeout = ${patience}; PRAGMA synchronous = NORMAL; PRAGMA cache_size = -${CACHE}`);
    prepareTables(database);
    const changes = changesIn(database, roots, now);
    if (changes.changed.length >= MANY && path !== ':memory:')
      say(`Reading ${changes.changed.length} files into the search index. This takes a while, once.`);
    const isStale = changes.changed.length + changes.gone.length + changes.folders.size > 0;
    if (isStale || !isPlacedBy(database, rules))
      try {
        applyChanges(database, changes, { ownRoot: roots[0] ?? '', rules, addresses });
      } catch (error) {
        if (!isSqlError(error) || (error.errcode & 0xff) !== BUSY) throw error;
        say('Another process is updating the search index: the latest changes may be missing from this answer.');
      }
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Makes the tables. Those of another version are in the way, which counts as damage. */
function prepareTables(database: Database): void {
  const pragma = (name: string) => Number(database.prepare(`PRAGMA ${name}`).get()?.[name]);
  const isOurs = () => pragma('user_version') === INDEX_VERSION && pragma('application_id') === APPLICATION;
  if (isOurs()) return;
  database.exec('PRAGMA journal_mode = WAL; BEGIN IMMEDIATE');
  try {
    // Another process may have been faster.
    if (!isOurs())
      database.exec(`${TABLES}; PRAGMA application_id = ${APPLICATION}; PRAGMA user_version = ${INDEX_VERSION}`);
    database.exec('COMMIT');
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}
