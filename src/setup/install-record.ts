/**
 * `install.json`: what `chronicle init` did, one entry for each settings file, so that `chronicle uninstall` can undo exactly
 * that. Digests are SHA-256 in hex.
 */
import { existsSync, lstatSync, mkdirSync, readFileSync, rmSync, rmdirSync } from 'node:fs';
import * as z from 'zod/mini';
import { ChronicleError, isErrno, sentenceOf } from '#src/lib/chronicle-error.ts';
import { sha256Of } from '#src/lib/digest.ts';
import { placeAt, writeTemporary } from '#src/lib/files.ts';
import { changeForeign } from '#src/lib/foreign-file.ts';
import { asBytes } from '#src/lib/latin1.ts';
import { discard, withLock } from '#src/lib/lock.ts';
import type { Paths } from '#src/lib/paths.ts';
import { privateDirectory, requireWithin } from '#src/lib/private-directory.ts';
import { dirname } from 'node:path';

/** What we add to files of others: hooks, the contract, or a file of a skill. */
const PARTS = ['settings', 'contract', 'skill'] as const;
export type Part = (typeof PARTS)[number];

const fileSchema = z.object({
  part: z.enum(PARTS),
  path: z.string(),
  /** The digest of the bytes to restore; null if there was no file. */
  before: z.nullable(z.string()),
  /** The digest of what init wrote. */
  after: z.string(),
  /** The path of a backup of `before`. */
  backup: z.nullable(z.string()),
});

const entrySchema = z.object({
  /** The project's directory; null for the user's settings. */
  root: z.nullable(z.string()),
  /** The settings file with the hooks. */
  settings: z.string(),
  /** The version of the package that wrote it last. */
  version: z.string(),
  at: z.string(),
  files: z.array(fileSchema),
  /** Directories that init created, outermost first. */
  made: z.array(z.string()),
});

export type FileRecord = z.infer<typeof fileSchema>;
export type InstallEntry = z.infer<typeof entrySchema>;

const recordSchema = z.array(entrySchema);

/** The entries of `install.json`; none if there is no file, null if it cannot be parsed. */
export function readRecord({ install }: Pick<Paths, 'install'>): InstallEntry[] | null {
  return parsed(textAt(install));
}

/** The same. Refuses (CHRONICLE_BAD_RECORD) a file that cannot be parsed. */
export function readSoundRecord(paths: Pick<Paths, 'install'>): InstallEntry[] {
  const entries = readRecord(paths);
  if (entries) return entries;
  throw new ChronicleError(
    'CHRONICLE_BAD_RECORD',
    `${paths.install} is damaged. Delete it and run this again; chronicle uninstall recognises its own entries without it. Nothing was changed.`,
  );
}

/**
 * Changes `install.json` and returns its new entries. The edit gets the entries of that moment, even if another init changed
 * them since; if the file cannot be parsed, none.
 */
export function changeRecord(paths: Paths, edit: (entries: readonly InstallEntry[]) => InstallEntry[]): InstallEntry[] {
  privateDirectory(paths.state, paths.config);
  let entries: InstallEntry[] = [];
  const rewrite = (text: string | null) => {
    entries = edit(parsed(text) ?? []);
    return `${JSON.stringify(entries, null, 2)}\n`;
  };
  changeForeign(paths.install, rewrite, 0o600);
  return entries;
}

/** The directory of texts that uninstall may restore. */
export function backupDirectory({ state }: Pick<Paths, 'state'>): string {
  return `${state}/backups`;
}

/** The backup path of a text. Settings may contain secrets, so backups are private. */
export function backupPath(paths: Pick<Paths, 'state'>, text: string): string {
  return `${backupDirectory(paths)}/${sha256Of(text)}`;
}

/** Writes a backup under the text's digest, unless it exists. */
export function writeBackup(paths: Paths, text: string): void {
  privateDirectory(backupDirectory(paths), paths.config);
  const temporary = writeTemporary(paths.state, asBytes(text));
  placeAt(backupPath(paths, text), temporary);
  discard(temporary);
}

/** The text of a backup; null if it is missing or changed. */
export function readBackup({ before, backup }: FileRecord): string | null {
  const text = backup === null ? null : textAt(backup);
  return text !== null && sha256Of(text) === before ? text : null;
}

/** Longer than any init or uninstall (ms). */
const PATIENCE = 5000;

/**
 * Runs `work` while no other init or uninstall changes the same Claude Code directory, and waits a moment for one that does.
 * Refuses (CHRONICLE_BUSY) if that takes too long, or if it deletes the directory of the lock.
 */
export function withInstallLock<T>(paths: Pick<Paths, 'state' | 'config'>, work: () => T, patience = PATIENCE): T {
  let hasBegun = false;
  try {
    privateDirectory(paths.state, paths.config);
    return withLock(paths.state, 'install', patience, () => {
      hasBegun = true;
      return work();
    });
  } catch (error) {
    const isOwn = error instanceof ChronicleError;
    if (hasBegun && !isOwn)
      throw new ChronicleError(
        'CHRONICLE_BROKEN_OFF',
        `${sentenceOf(error)} Not everything was done: fix this, and run the command again.`,
      );
    // Another has just deleted the directory of the lock.
    const isGone = isErrno(error, 'ENOENT') && existsSync(paths.config);
    const isOther = isGone || (isOwn && error.code === 'CHRONICLE_BUSY');
    if (!isOwn && !isOther)
      throw new ChronicleError('CHRONICLE_READ_ONLY', `${sentenceOf(error)} Nothing was changed.`);
    if (hasBegun || !isOther) throw error;
    throw new ChronicleError(
      'CHRONICLE_BUSY',
      'Another chronicle init or uninstall is running. Run this again when it has finished. Nothing was changed.',
    );
  }
}

function parsed(text: string | null): InstallEntry[] | null {
  try {
    return text === null ? [] : recordSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

function textAt(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return null;
    throw error;
  }
}

/** The modes of new files and directories: private, or the user's default in a project. */
export interface Modes {
  file: number;
  directory: number;
}

/** The directories to create for a path to exist, outermost first. */
export function missingAbove(path: string): string[] {
  if (lstatSync(path, { throwIfNoEntry: false }) || dirname(path) === path) return [];
  return [...missingAbove(dirname(path)), path];
}

/** Creates a directory and its missing parents. */
export function makeMissing(path: string, { directory }: Modes): void {
  for (const missing of missingAbove(path)) mkdirSync(missing, { mode: directory });
}

/** Deletes a directory if it is empty. */
export function removeIfEmpty(path: string): void {
  try {
    rmdirSync(path);
  } catch (error) {
    if (!isErrno(error, 'ENOTEMPTY', 'EEXIST', 'ENOENT', 'ENOTDIR', 'EPERM', 'EBUSY', 'EROFS', 'EACCES')) throw error;
  }
}

/** Deletes a file or directory of ours, if it exists. Refuses (CHRONICLE_OUTSIDE) one that leads elsewhere. */
export function removeOwn(path: string, { config }: Pick<Paths, 'config'>): void {
  try {
    requireWithin(path, config);
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return;
    throw error;
  }
  // A session may end at the same moment and write there.
  rmSync(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 20 });
}
