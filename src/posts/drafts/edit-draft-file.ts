import { lstatSync } from 'node:fs';
import { dirname } from 'node:path';
import { replaceFile } from '#src/lib/files.ts';
import { asBytes, asText } from '#src/lib/latin1.ts';
import { editFile, readBytes } from '#src/memory/file-bytes.ts';
import { readYaml } from '#src/lib/read-yaml.ts';
import { requireWithin } from '#src/lib/private-directory.ts';
import type { Draft } from '#src/posts/drafts/draft.ts';
import { ChronicleError } from '#src/lib/chronicle-error.ts';

/** How long to wait for an editor that is saving the file (ms). */
const PATIENCE = 5000;

/**
 * Edits a YAML file of a draft as it is at that moment; a missing file counts as empty. Changes that an editor saves
 * meanwhile are kept, and the file is never half written. Refuses (CHRONICLE_DRAFT_BROKEN) an unreadable file, and
 * (CHRONICLE_OUTSIDE) a directory that is a link to somewhere else.
 */
export function editDraftFile(
  { directory }: Pick<Draft, 'directory'>,
  name: 'draft.yml' | 'redactions.yml',
  edit: (text: string) => string,
): void {
  const path = `${directory}/${name}`;
  requireOwn(directory);
  const editBytes = (bytes: string) => asBytes(edit(textOf(bytes, path)));
  const before = readBytes(path);
  if (before === null) {
    editFile(path, (bytes) => editBytes(bytes ?? ''));
    return;
  }
  // An editor empties a file before it fills it, so wait for content unless the file was empty before.
  const isWhole = before.trim() === '' ? () => true : (bytes: string) => bytes.trim() !== '';
  replaceFile(path, PATIENCE, editBytes, isWhole);
}

function requireOwn(directory: string): void {
  const drafts = dirname(directory);
  requireWithin(drafts, dirname(dirname(drafts)));
  if (lstatSync(directory).isDirectory()) return;
  throw new ChronicleError('CHRONICLE_OUTSIDE', `${directory} is not a directory but a link. Nothing was changed.`);
}

function textOf(bytes: string, path: string): string {
  const text = asText(bytes);
  if (asBytes(text) !== bytes) throw broken(`${path} is not UTF-8 text. Save it as UTF-8.`);
  const { problem } = readYaml(text);
  if (problem) throw broken(`${path}:${problem.line}:${problem.column} is not YAML: ${problem.fault}. Fix it first.`);
  return text;
}

function broken(sentences: string): ChronicleError {
  return new ChronicleError('CHRONICLE_DRAFT_BROKEN', `${sentences} Nothing was changed.`);
}
