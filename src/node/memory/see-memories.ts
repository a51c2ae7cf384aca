import { existsSync, lstatSync } from 'node:fs';
import { type FoundFile, isMemoryName, ledgerFacts, planSeen } from '#src/memory/ledger/seen.ts';
import { EMPTY_LOOKUP, type Lookup } from '#src/memory/lookup.ts';
import { ChronicleError } from '#src/project/chronicle-error.ts';
import type { Layout, MemoryPlace } from '#src/project/paths.ts';
import { isThere } from '../disk/is-there.ts';
import { readNames } from '../disk/names-in.ts';
import { readRegularFile } from '../disk/read-file.ts';
import { appendLines } from '../store/append-line.ts';
import { withLock } from '../store/lock.ts';
import { readLookup, writeLookup } from './lookup-file.ts';

/** Whoever holds the lock is looking as well, or changing memory; the next hook looks again (ms). */
const LOCK_PATIENCE = 20;

interface Looking {
  layout: Layout;
  place: MemoryPlace;
  /** What was known a moment ago. */
  known?: Lookup;
  sessionId: string;
  now: () => Date;
  /** How long it may take (ms). What is not seen by then is for the next look. */
  patience: number;
}

/**
 * Enters memory files into the ledger that are new, changed or gone since the last look. Where there are none, nothing is
 * locked, hashed or written. Leaves it to a later look while a change of memory is under way. Hooks run this: they write
 * the ledger, and never a memory.
 */
export async function seeMemories({ layout, place, known, sessionId, now, patience }: Looking): Promise<void> {
  if (!lookAt(place, known ?? readLookup(layout, place), Date.now() + patience)) return;
  // Most hooks have nothing to hash, and loading it costs them a fifth of their time.
  const { createHash } = await import('node:crypto');
  const digest = (text: string) => createHash('sha256').update(text, 'latin1').digest('hex');
  try {
    withLock(place.chronicle, 'memory', LOCK_PATIENCE, record);
  } catch (error) {
    if (!(error instanceof ChronicleError && error.code === 'CHRONICLE_BUSY')) throw error;
  }

  function record(): void {
    if (existsSync(place.pending)) return;
    const deadline = Date.now() + patience;
    // Another hook may have been faster.
    const look = lookAt(place, readLookup(layout, place), deadline);
    if (!look) return;
    const { lookup, differing, isPresent } = look;
    const facts = ledgerFacts(existsSync(place.ledger) ? decoded(readRegularFile(place.ledger).text) : '');
    const found = differing.flatMap((file, n) => {
      // One at least, or a slow machine would never come to an end.
      const hash = n > 0 && Date.now() > deadline ? null : hashOf(`${place.memory}/${file.file}`, digest);
      return hash === null ? [] : [{ ...file, hash }];
    });
    const gone = [...new Set([...lookup.files.keys(), ...facts.keys()])].filter((file) => !isPresent(file));
    const { lines, files } = planSeen({ ...lookup, facts, found, gone, now: now(), sessionId, digest });
    appendLines(
      place.ledger,
      lines.map((line) => JSON.stringify(line)),
    );
    const isDone = look.isWhole && Date.now() <= deadline;
    writeLookup(layout, place, { ...lookup, files, scanned: isDone ? now().toISOString() : lookup.scanned });
  }
}

interface Look {
  lookup: Lookup;
  isWhole: boolean;
  /** The files that are not as they were. */
  differing: FoundFile[];
  isPresent: (file: string) => boolean;
}

/** Null if all is as it was. */
function lookAt(place: MemoryPlace, before: Lookup, deadline: number): Look | null {
  // Without the ledger it was made from, what is known of files is not worth anything.
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

/** Null for a file that cannot be read, or is gone by now. */
function hashOf(path: string, digest: (text: string) => string): string | null {
  try {
    return digest(readRegularFile(path).text);
  } catch {
    return null;
  }
}

function decoded(latin1: string): string {
  return Buffer.from(latin1, 'latin1').toString();
}

/** Projects have fewer memories, and smaller ones; of more nobody asks when they were written. */
const MOST_FILES = 2000;
const LARGEST_FILE = 1024 * 1024;

/** The memory files of a directory, by name, links not followed, and whether these are all. None where there is no directory. */
function listMemories(directory: string, deadline: number): { files: FoundFile[]; isWhole: boolean } {
  const files: FoundFile[] = [];
  for (const file of readNames(directory).filter(isMemoryName)) {
    if (files.length === MOST_FILES || Date.now() > deadline) return { files, isWhole: false };
    const stats = lstatSync(`${directory}/${file}`, { throwIfNoEntry: false });
    if (!stats?.isFile() || stats.size > LARGEST_FILE) continue;
    const { size, mtimeMs, birthtimeMs } = stats;
    // Disks that know no birth give 0 or a later time.
    files.push({ file, size, mtimeMs, madeMs: birthtimeMs > 0 ? Math.min(birthtimeMs, mtimeMs) : mtimeMs });
  }
  return { files, isWhole: true };
}
