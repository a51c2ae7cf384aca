/**
 * `install.json`: what `chronicle init` did, one entry for each settings file, so that `chronicle uninstall` can undo exactly
 * that. Digests are SHA-256 in hex.
 */
import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import { ChronicleError, isErrno } from '../lib/chronicle-error.ts';
import { sha256Of } from '../lib/digest.ts';
import { placeAt, writeTemporary } from '../lib/files.ts';
import { changeForeign } from '../lib/foreign-file.ts';
import { isRecord } from '../lib/is-record.ts';
import { asBytes } from '../lib/latin1.ts';
import { withLock } from '../lib/lock.ts';
import type { Paths } from '../lib/paths.ts';
import { privateDirectory } from '../lib/private-directory.ts';
import { discard } from '../lib/work-directory.ts';

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

const recordSchema = z.array(z.pipe(z.transform(fromEarlierForm), entrySchema));

/** Entries once had a field for each kind of file. */
function fromEarlierForm(entry: unknown): unknown {
  if (!isRecord(entry) || !isRecord(entry.settings)) return entry;
  const { settings, contract, import: line, skill, skills = [skill], ...rest } = entry as Record<string, unknown>;
  const ofSkill = (each: unknown) =>
    isRecord(each) && isRecord(each.files)
      ? Object.entries(each.files).map(([name, after]) => ({
          ...{ part: 'skill', path: `${each.path}/${name}`, before: null, after, backup: null },
        }))
      : [];
  const files = [
    { part: 'settings', ...(settings as object) },
    ...[contract, line].flatMap((file) => (isRecord(file) ? [{ part: 'contract', ...file }] : [])),
    ...(Array.isArray(skills) ? skills.flatMap(ofSkill) : []),
  ];
  return { ...rest, settings: (settings as { path?: unknown }).path, files };
}

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
    const isOther = isErrno(error, 'ENOENT') || (error instanceof ChronicleError && error.code === 'CHRONICLE_BUSY');
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
