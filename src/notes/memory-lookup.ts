/**
 * What hooks know about a project's memories without reading its archive, in one small file per project. It is derived from the
 * history of memory, the memory directory and the archive, and can be rebuilt from them.
 *
 *     {"version": 3, "scanned": "2026-08-04T08:23:05Z", "through": "2026-08-04T08:00:00Z",
 *      "files": {"feedback_money.md": {"size": 412, "mtimeMs": 1785831785123.4, "hash": "b91d…", "born": "…", "written": "…"}},
 *      "memories": {"feedback_money.md": {"count": 3, "isBroken": true, "events": ["<session_id>#e-133549"]}},
 *      "noted": []}
 */
import { renameSync } from 'node:fs';
import { isErrno } from '#src/lib/chronicle-error.ts';
import { compare } from '#src/lib/compare.ts';
import { writeTemporary } from '#src/lib/files.ts';
import { parseObject } from '#src/lib/json-object.ts';
import { asBytes, asText } from '#src/lib/latin1.ts';
import type { Paths, MemoryPlace } from '#src/lib/paths.ts';
import { privateDirectory } from '#src/lib/private-directory.ts';
import { readRegularFile } from '#src/lib/read-file.ts';
import { discard } from '#src/lib/lock.ts';
import { writeSmallFile } from '#src/record/find.ts';

/** A memory file as of the last scan, with its dates from the history (UTC). */
export interface SeenMemory {
  size: number;
  mtimeMs: number;
  /** SHA-256 of its bytes. */
  hash: string;
  born: string;
  /** When it was last written or strengthened, except by hand. */
  written: string;
}

/** How often a memory was missed since it was written, when the archive was last read. */
export interface MemoryMisses {
  count: number;
  /** Missed after it was last written or strengthened. */
  isBroken: boolean;
  /** The newest of those misses, as `<session_id>#e-…`. */
  events: string[];
}

/** A miss that names a memory, noted at a session's end until the archive is read again. */
export interface NotedMiss {
  event: string;
  /** UTC. */
  noted: string;
  file: string;
  /** It was logged after that memory was last written or strengthened. */
  breaksRule: boolean;
}

export interface Lookup {
  /** When all memory files were last scanned, UTC; null if never. */
  scanned: string | null;
  /** When the archive was last read, UTC; null if never. */
  through: string | null;
  files: Map<string, SeenMemory>;
  memories: Map<string, MemoryMisses>;
  /** The oldest first. */
  noted: NotedMiss[];
}

const VERSION = 3;
/** At most this many noted misses are kept; by then the archive should have been read. */
const NOTED = 300;

export const EMPTY_LOOKUP: Lookup = {
  scanned: null,
  through: null,
  files: new Map(),
  memories: new Map(),
  noted: [],
};

/** Examples of the file's parts; `null` means a string or null. */
const SEEN = { size: 0, mtimeMs: 0, hash: '', born: '', written: '' };
const MISSES = { count: 0, isBroken: false, events: [''] };
const NOTED_MISS = { event: '', noted: '', file: '', breaksRule: false };
const FILE = { version: VERSION, scanned: null, through: null, files: {}, memories: {}, noted: [NOTED_MISS] };

interface Written extends Omit<Lookup, 'files' | 'memories'> {
  version: number;
  files: Record<string, SeenMemory>;
  memories: Record<string, MemoryMisses>;
}

/** Reads the file's text; an empty lookup if its version or form is another. */
export function parseLookup(text: string): Lookup {
  const value = parseObject(text);
  if (!isOf<Written>(value, FILE) || value.version !== VERSION) return EMPTY_LOOKUP;
  const { scanned, through, files, memories, noted } = value;
  if (!isOf(Object.values(files), [SEEN]) || !isOf(Object.values(memories), [MISSES])) return EMPTY_LOOKUP;
  return {
    scanned,
    through,
    noted,
    files: new Map(Object.entries(files)),
    memories: new Map(Object.entries(memories)),
  };
}

/** Whether a value has the keys and types of an example; items of a list have those of its first item. */
function isOf<Value>(value: unknown, example: unknown): value is Value {
  if (example === null) return value === null || typeof value === 'string';
  if (typeof value !== typeof example || value === null) return false;
  if (Array.isArray(example)) return Array.isArray(value) && value.every((item) => isOf(item, example[0]));
  if (typeof example !== 'object') return true;
  return Object.entries(example).every(([key, form]) => isOf((value as Record<string, unknown>)[key], form));
}

/** The file's text. */
export function serializeLookup({ files, memories, noted, ...times }: Lookup): string {
  const parts = {
    files: Object.fromEntries(files),
    memories: Object.fromEntries(memories),
    noted: noted.slice(-NOTED),
  };
  return `${JSON.stringify({ version: VERSION, ...times, ...parts })}\n`;
}

/** The lookup of a project's memories for hooks; empty if the file is missing or unreadable. */
export function readLookup(paths: Paths, place: Pick<MemoryPlace, 'projectDirectory'>): Lookup {
  try {
    return parseLookup(asText(readRegularFile(lookupPath(paths, place)).text));
  } catch {
    return EMPTY_LOOKUP;
  }
}

/**
 * Replaces the lookup file atomically. Call it under the project's `memory` lock, whose directory keeps the new file until
 * it is complete.
 */
export function writeLookup(paths: Paths, place: MemoryPlace, lookup: Lookup): void {
  const [path, text] = [lookupPath(paths, place), serializeLookup(lookup)];
  privateDirectory(paths.memoryIndex, paths.config);
  const temporary = writeTemporary(place.chronicle, asBytes(text), { durable: false });
  try {
    renameSync(temporary, path);
  } catch (error) {
    discard(temporary);
    if (!isErrno(error, 'EXDEV')) throw error;
    writeSmallFile(paths, path, text);
  }
}

function lookupPath(paths: Paths, { projectDirectory }: Pick<MemoryPlace, 'projectDirectory'>): string {
  return `${paths.memoryIndex}/${projectDirectory}.json`;
}

/** How often each memory was missed since it was written, with the misses noted since the archive was read. */
export function missesByMemory({ memories, noted }: Lookup): Map<string, Omit<MemoryMisses, 'events'>> {
  const counts = new Map<string, Omit<MemoryMisses, 'events'>>(memories);
  for (const { file, breaksRule } of noted) {
    const { count, isBroken } = counts.get(file) ?? { count: 0, isBroken: false };
    counts.set(file, { count: count + 1, isBroken: isBroken || breaksRule });
  }
  return counts;
}

/** So many broken memories are named to the agent. */
const MOST_NAMED = 3;

/**
 * The line of a session's start about memories that were missed after they were last written, the most missed first; null if
 * there are none. Contains only names and counts.
 */
export function brokenLine(lookup: Lookup): string | null {
  const broken = [...missesByMemory(lookup)]
    .flatMap(([file, { count, isBroken }]) => (isBroken && isPlainName(file) ? [{ file, count }] : []))
    .sort((a, b) => b.count - a.count || compare(a.file, b.file))
    .slice(0, MOST_NAMED);
  if (broken.length === 0) return null;
  return `Memories that were missed since they were written: ${broken.map(({ file, count }) => `${file} (${count})`).join(', ')}. Apply them.`;
}

/** Whether a file name is safe in a sentence, with no blanks or marks that could carry a message. */
export function isPlainName(file: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}\.md$/.test(file);
}
