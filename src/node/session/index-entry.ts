import { closeSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Layout } from '#src/project/paths.ts';
import { OVERWRITE } from '../store/open-flags.ts';
import { privateDirectory } from '../store/private-directory.ts';
import { readBeginning } from '../store/read-file.ts';
import { writeAll } from '../store/work-directory.ts';

/** A chronicle's path below the projects directory: `<project-dir>/chronicle/<name>.md`, nothing else. */
const ENTRY = /^[A-Za-z0-9-]{1,220}\/chronicle\/[A-Za-z0-9._-]{1,120}\.md$/;
const LARGEST_ENTRY = 512;

/** Where the index says a session's chronicle is, or null. The index is derived: it may be missing or wrong. */
export function indexedPath(layout: Layout, sessionId: string): string | null {
  const entry = readBeginning(`${layout.byId}/${sessionId}`, LARGEST_ENTRY)?.trim();
  return entry && ENTRY.test(entry) ? `${layout.projects}/${entry}` : null;
}

/** Notes where a session's chronicle is. */
export function writeIndexEntry(layout: Layout, sessionId: string, projectDirectory: string, fileName: string): void {
  writeSmallFile(layout, `${layout.byId}/${sessionId}`, `${projectDirectory}/chronicle/${fileName}\n`);
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
