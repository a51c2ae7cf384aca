import { closeSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { writeAll } from '#src/lib/files.ts';
import type { Layout } from '#src/lib/paths.ts';
import { chroniclePlace, isChroniclePlace } from '#src/lib/paths.ts';
import { OVERWRITE } from '../lib/open-flags.ts';
import { readBeginning } from '../lib/read-file.ts';
import { privateDirectory } from '../lib/private-directory.ts';

const LARGEST_ENTRY = 512;

/** The path of a session's chronicle according to the index, or null. The index may be missing or wrong. */
export function indexedPath(layout: Layout, sessionId: string): string | null {
  const entry = readBeginning(`${layout.byId}/${sessionId}`, LARGEST_ENTRY)?.trim();
  return entry && isChroniclePlace(entry) ? `${layout.projects}/${entry}` : null;
}

/** Saves the place of a session's chronicle in the index. */
export function writeIndexEntry(layout: Layout, sessionId: string, projectDirectory: string, fileName: string): void {
  writeSmallFile(layout, `${layout.byId}/${sessionId}`, `${chroniclePlace(projectDirectory, fileName)}\n`);
}

/** Writes a small derived file in place. If a crash loses it, that costs only a search. */
export function writeSmallFile(layout: Layout, path: string, text: string): void {
  privateDirectory(dirname(path), layout.config);
  const file = openSync(path, OVERWRITE, 0o600);
  try {
    writeAll(file, Buffer.from(text));
  } finally {
    closeSync(file);
  }
}
