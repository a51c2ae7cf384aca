import { readFileSync } from 'node:fs';
import { type FileRecord, type InstallEntry, parseRecord, serializeRecord } from '#src/setup/record.ts';
import { placeAt, writeTemporary } from '#src/lib/files.ts';
import { discard } from '#src/lib/work-directory.ts';
import { ChronicleError, isErrno } from '#src/lib/chronicle-error.ts';
import type { Layout } from '#src/lib/paths.ts';
import { sha256Of } from '../lib/digest.ts';
import { asBytes } from '../lib/latin1.ts';
import { privateDirectory } from '../lib/private-directory.ts';
import { changeForeign } from '../lib/foreign-file.ts';

/** The entries of `install.json`; none if there is no file. Refuses (CHRONICLE_BAD_RECORD) one that cannot be parsed. */
export function readRecord(layout: Pick<Layout, 'install'>): InstallEntry[] {
  const entries = readSoundRecord(layout);
  if (entries) return entries;
  const { install } = layout;
  throw new ChronicleError(
    'CHRONICLE_BAD_RECORD',
    `${install} is damaged. Delete it and run this again; chronicle uninstall recognises its own entries without it. Nothing was changed.`,
  );
}

/** The entries of `install.json`; none if there is no file, null if it cannot be parsed. */
export function readSoundRecord({ install }: Pick<Layout, 'install'>): InstallEntry[] | null {
  return parseRecord(textOf(install) ?? '[]');
}

/**
 * Changes `install.json` and returns its new entries. The edit gets the entries of that moment, even if another init changed
 * them since; if the file cannot be parsed, none.
 */
export function changeRecord(
  layout: Layout,
  edit: (entries: readonly InstallEntry[]) => InstallEntry[],
): InstallEntry[] {
  privateDirectory(layout.state, layout.config);
  const text = changeForeign(layout.install, (old) => serializeRecord(edit(parseRecord(old ?? '[]') ?? [])), 0o600);
  return parseRecord(text ?? '[]') ?? [];
}

/** The backup path of a text. Settings may contain secrets, so backups are private. */
export function backupPath({ state }: Pick<Layout, 'state'>, text: string): string {
  return `${backupDirectory({ state })}/${sha256Of(text)}`;
}

/** The directory of texts that uninstall may restore. */
export function backupDirectory({ state }: Pick<Layout, 'state'>): string {
  return `${state}/backups`;
}

/** Writes a backup under the text's digest, unless it exists. */
export function writeBackup(layout: Layout, text: string): void {
  privateDirectory(backupDirectory(layout), layout.config);
  const temporary = writeTemporary(layout.state, asBytes(text));
  placeAt(backupPath(layout, text), temporary);
  discard(temporary);
}

/** The text of a backup; null if it is missing or changed. */
export function readBackup({ before, backup }: FileRecord): string | null {
  const text = backup === null ? null : textOf(backup);
  return text !== null && sha256Of(text) === before ? text : null;
}

function textOf(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return null;
    throw error;
  }
}
