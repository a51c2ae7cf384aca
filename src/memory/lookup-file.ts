import { renameSync } from 'node:fs';
import { writeTemporary } from '#src/lib/files.ts';
import { withLock } from '#src/lib/lock.ts';
import { discard } from '#src/lib/work-directory.ts';
import { EMPTY_LOOKUP, type Lookup, lookupOf, parseLookup, serializeLookup } from '#src/memory/lookup.ts';
import { isErrno } from '#src/lib/chronicle-error.ts';
import type { Layout, MemoryPlace } from '#src/lib/paths.ts';
import { newMisses, ownMisses } from '#src/memory/own-misses.ts';
import { asBytes, asText } from '../lib/latin1.ts';
import { readRegularFile } from '../lib/read-file.ts';
import { writeSmallFile } from '../record/find.ts';
import { privateDirectory } from '../lib/private-directory.ts';

/** The lookup of a project's memories for hooks; empty if the file is missing or unreadable. */
export function readLookup(layout: Layout, { projectDirectory }: MemoryPlace): Lookup {
  try {
    const { text } = readRegularFile(lookupPath(layout, projectDirectory));
    return parseLookup(asText(text));
  } catch {
    return EMPTY_LOOKUP;
  }
}

/**
 * Replaces the lookup file atomically. Call it under the project's `memory` lock, whose directory keeps the new file until
 * it is complete.
 */
export function writeLookup(layout: Layout, { projectDirectory, chronicle }: MemoryPlace, lookup: Lookup): void {
  const text = serializeLookup(lookup);
  const path = lookupPath(layout, projectDirectory);
  privateDirectory(layout.memoryIndex, layout.config);
  const temporary = writeTemporary(chronicle, asBytes(text), { durable: false });
  try {
    renameSync(temporary, path);
  } catch (error) {
    discard(temporary);
    if (!isErrno(error, 'EXDEV')) throw error;
    writeSmallFile(layout, path, text);
  }
}

function lookupPath(layout: Layout, projectDirectory: string): string {
  return `${layout.memoryIndex}/${projectDirectory}.json`;
}

const LOCK_PATIENCE = 50;

/**
 * Adds the misses of the chronicle of a session in the checkout `root`, given as Latin-1, to the lookup. Those of an unattended
 * session do not count.
 */
export function noteMisses(
  layout: Layout,
  place: MemoryPlace,
  { root, text, now }: { root: string; text: string; now: Date },
): void {
  if (!text.includes('[MEMORY-MISS]')) return;
  const own = ownMisses(asText(text));
  if (!own?.isAttended || own.misses.length === 0) return;
  withLock(place.chronicle, 'memory', LOCK_PATIENCE, () => {
    const lookup = readLookup(layout, place);
    const misses = newMisses(lookupOf(lookup, root), own, { root, now });
    if (misses.length > 0) writeLookup(layout, place, { ...lookup, noted: [...lookup.noted, ...misses] });
  });
}
