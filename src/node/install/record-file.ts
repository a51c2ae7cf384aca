import { readFileSync } from 'node:fs';
import { type FileRecord, type InstallEntry, parseRecord, serializeRecord } from '#src/install/record.ts';
import { ChronicleError, isErrno } from '#src/project/chronicle-error.ts';
import type { Layout } from '#src/project/paths.ts';
import { placeAt } from '../store/create-file.ts';
import { privateDirectory } from '../store/private-directory.ts';
import { discard, writeTemporary } from '../store/work-directory.ts';
import { changeForeign } from './foreign-file.ts';
import { digestOf } from './package-files.ts';

/** What `install.json` says; nothing if there is none. Refuses (CHRONICLE_BAD_RECORD) one that cannot be understood. */
export function readRecord(layout: Pick<Layout, 'install'>): InstallEntry[] {
  const entries = readSoundRecord(layout);
  if (entries) return entries;
  const { install } = layout;
  throw new ChronicleError(
    'CHRONICLE_BAD_RECORD',
    `${install} is not what chronicle init wrote. Remove it: chronicle uninstall knows our entries without it. Nothing was written.`,
  );
}

/** What `install.json` says; nothing if there is none, null if it cannot be understood. */
export function readSoundRecord({ install }: Pick<Layout, 'install'>): InstallEntry[] | null {
  return parseRecord(textOf(install) ?? '[]');
}

/**
 * Changes `install.json` and returns what it says then. The edit gets what it says at that moment, also where another init
 * has been at it since; one that cannot be understood says nothing.
 */
export function changeRecord(
  layout: Layout,
  edit: (entries: readonly InstallEntry[]) => InstallEntry[],
): InstallEntry[] {
  privateDirectory(layout.state, layout.config);
  const text = changeForeign(layout.install, (old) => serializeRecord(edit(parseRecord(old ?? '[]') ?? [])), 0o600);
  return parseRecord(text ?? '[]') ?? [];
}

/** Where a text is kept that may have to come back. Settings may hold secrets, so it is for the owner alone. */
export function backupPath({ state }: Pick<Layout, 'state'>, text: string): string {
  return `${backupDirectory({ state })}/${digestOf(text)}`;
}

/** Where the texts are kept that uninstall may have to bring back. */
export function backupDirectory({ state }: Pick<Layout, 'state'>): string {
  return `${state}/backups`;
}

/** Keeps a text under its digest; one that is kept already stays as it is. */
export function writeBackup(layout: Layout, text: string): void {
  privateDirectory(backupDirectory(layout), layout.config);
  const bytes = Buffer.from(text).toString('latin1');
  const temporary = writeTemporary(layout.state, bytes);
  placeAt(backupPath(layout, text), temporary, bytes);
  discard(temporary);
}

/** The text that was kept, or null if it is gone or another. */
export function readBackup({ before, backup }: FileRecord): string | null {
  const text = backup === null ? null : textOf(backup);
  return text !== null && digestOf(text) === before ? text : null;
}

function textOf(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return null;
    throw error;
  }
}
