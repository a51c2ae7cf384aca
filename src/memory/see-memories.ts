import { existsSync, lstatSync } from 'node:fs';
import { appendLines } from '#src/lib/files.ts';
import { withLock } from '#src/lib/lock.ts';
import { type FoundFile, ledgerFacts, planSeen } from './seen.ts';
import { EMPTY_LOOKUP, type Lookup, readLookup, writeLookup } from '#src/notes/memory-lookup.ts';
import { isMemoryName } from '#src/memory/memory-name.ts';
import { ChronicleError } from '#src/lib/chronicle-error.ts';
import type { Paths, MemoryPlace } from '#src/lib/paths.ts';
import { isThere } from '../lib/is-there.ts';
import { asText } from '../lib/latin1.ts';
import { readNames } from '../lib/names-in.ts';
import { readRegularFile } from '../lib/read-file.ts';

/** Whoever has the lock is scanning too, or changing memory; the next hook scans again (ms). */
const LOCK_PATIENCE = 20;

interface ScanOptions {
  paths: Paths;
  place: MemoryPlace;
  sessionId: string;
  now: () => Date;
  /** How long it may take (ms). The rest is left to the next scan. */
  patience: number;
}

/**
 * Records in the ledger which memory files are new, changed or deleted since the last scan. If there are none, nothing is
 * locked, hashed or written. While a memory change is being made, it is left to a later scan. It writes the ledger,
 * never a memory.
 */
export async function seeMemories({ paths, place, sessionId, now, patience }: ScanOptions): Promise<void> {
  if (!scanFiles(place, readLookup(paths, place), Date.now() + patience)) return;
  // Most hooks have nothing to hash, and loading this costs a fifth of their time.
  const { createHash } = await import('node:crypto');
  const digest = (text: string) => createHash('sha256').update(text, 'latin1').digest('hex');
  try {
    withLock(place.chronicle, 'memory', LOCK_PATIENCE, record);
  } catch (error) {
    if (!(error instanceof ChronicleError && error.code === 'CHRONICLE_BUSY')) throw error;
  }

  function record(): void {
    const deadline = Date.now() + patience;
    // Another hook may have been faster.
    const scan = scanFiles(place, readLookup(paths, place), deadline);
    if (!scan) return;
    const { lookup, differing, isPresent } = scan;
    const facts = ledgerFacts(existsSync(place.ledger) ? asText(readRegularFile(place.ledger).text) : '');
    const found = differing.flatMap((file, n) => {
      // At least one, or a slow machine would never finish.
      const hash = n > 0 && Date.now() > deadline ? null : hashOf(`${place.memory}/${file.file}`, digest);
      return hash === null ? [] : [{ ...file, hash }];
    });
    const gone = [...new Set([...lookup.files.keys(), ...facts.keys()])].filter((file) => !isPresent(file));
    const { lines, files } = planSeen({ ...lookup, facts, found, gone, now: now(), sessionId, digest });
    appendLines(
      place.ledger,
      lines.map((line) => JSON.stringify(line)),
    );
    const isDone = scan.isWhole && Date.now() <= deadline;
    writeLookup(paths, place, { ...lookup, files, scanned: isDone ? now().toISOString() : lookup.scanned });
  }
}

interface Scan {
  lookup: Lookup;
  isWhole: boolean;
  /** New and changed files. */
  differing: FoundFile[];
  isPresent: (file: string) => boolean;
}

/** Null if nothing has changed. */
function scanFiles(place: MemoryPlace, before: Lookup, deadline: number): Scan | null {
  // Without the ledger it was made from, the list of files is worthless.
  const isLost = before.files.size > 0 && !existsSync(place.ledger);
  const lookup = isLost ? { ...before, files: EMPTY_LOOKUP.files, scanned: null } : before;
  const { files, isWhole } = listMemories(place.memory, deadline);
  const names = new Set(files.map(({ file }) => file));
  const differing = files.filter(({ file, size, mtimeMs }) => {
    const known = lookup.files.get(file);
    return known?.size !== size || known.mtimeMs !== mtimeMs;
  });
  const isPresent = (file: string) => names.has(file) || !isMemoryName(file) || isThere(`${place.memory}/${file}`);
  const isSettled = (lookup.scanned !== null || !isWhole) && differing.length === 0;
  return isSettled && [...lookup.files.keys()].every(isPresent) ? null : { lookup, isWhole, differing, isPresent };
}

/** Null if the file cannot be read or is gone. */
function hashOf(path: string, digest: (text: string) => string): string | null {
  try {
    return digest(readRegularFile(path).text);
  } catch {
    return null;
  }
}

/** Real projects have fewer and smaller memories; the rest is not dated. */
const MOST_FILES = 2000;
const LARGEST_FILE = 1024 * 1024;

/** The memory files of a directory by name, without links, and whether the list is complete. Empty without a directory. */
function listMemories(directory: string, deadline: number): { files: FoundFile[]; isWhole: boolean } {
  const files: FoundFile[] = [];
  for (const file of readNames(directory).filter(isMemoryName)) {
    // At least one, or a slow machine would never see any.
    if (files.length === MOST_FILES || (files.length > 0 && Date.now() > deadline)) return { files, isWhole: false };
    const stats = lstatSync(`${directory}/${file}`, { throwIfNoEntry: false });
    if (!stats?.isFile() || stats.size > LARGEST_FILE) continue;
    const { size, mtimeMs, birthtimeMs } = stats;
    // File systems without birth times give 0 or a later time.
    files.push({ file, size, mtimeMs, madeMs: birthtimeMs > 0 ? Math.min(birthtimeMs, mtimeMs) : mtimeMs });
  }
  return { files, isWhole: true };
}
