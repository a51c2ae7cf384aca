import { closeSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Layout } from '#src/project/paths.ts';
import { chroniclePlace, isChroniclePlace } from '#src/project/paths.ts';
import { OVERWRITE } from '../disk/open-flags.ts';
import { readBeginning } from '../disk/read-file.ts';
import { privateDirectory } from '../store/private-directory.ts';
import { writeAll } from '../store/work-directory.ts';

const LARGEST_ENTRY = 512;

/** Where the index says a session's chronicle is, or null. The index is derived: it may be missing or wrong. */
export function indexedPath(layout: Layout, sessionId: string): string | null {
  const entry = readBeginning(`${layout.byId}/${sessionId}`, LARGEST_ENTRY)?.trim();
  return entry && isChroniclePlace(entry) ? `${layout.projects}/${entry}` : null;
}

/** Notes where a session's chronicle is. */
export function writeIndexEntry(layout: Layout, sessionId: string, projectDirectory: string, fileName: string): void {
  writeSmallFile(layout, `${layout.byId}/${sessionId}`, `${chroniclePlace(projectDirectory, fileName)}\n`);
}

/** Writes a derived file of ours in one go; losing it in a crash costs a search and nothing else. */
export function writeSmallFile(layout: Layout, path: string, text: string): void {
  privateDirectory(dirname(path), layout.config);
  const file = openSync(path, OVERWRITE, 0o600);
  try {
    writeAll(file, Buffer.from(text));
  } finally {
    closeSync(file);
  }
}
