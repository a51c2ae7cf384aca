import { compare } from '../lib/compare.ts';
import { parseObject } from '../lib/json-object.ts';
import type { SeenMemory } from './seen.ts';

/**
 * What hooks know about a project's memories without reading its archive, in one small file per project. It is derived
 * from the ledger, the memory directory and the archive, and can be rebuilt from them.
 *
 *     {"version": 2, "scanned": "2026-08-04T08:23:05Z", "through": "2026-08-04T08:00:00Z",
 *      "files": {"feedback_money.md": {"size": 412, "mtimeMs": 1785831785123.4, "hash": "b91d…", "born": "…", "written": "…"}},
 *      "memories": {"feedback_money.md": {"count": 3, "isBroken": true, "events": ["<session_id>#e-133549"]}},
 *      "mistakes": [{"root": "/home/me/larder", "count": 3, "last": "<session_id>#e-133549", "file": null, "misses": [{"event": "…", "words": {"float": 1}}]}],
 *      "noted": []}
 */

/** How often a memory was missed since it was written, when the archive was last read. */
export interface MemoryMisses {
  count: number;
  /** Missed after it was last written or strengthened. */
  isBroken: boolean;
  /** The newest of those misses, as `<session_id>#e-…`. */
  events: string[];
}

/** A mistake of the archive. */
export interface KnownMistake {
  /** The main checkout of its sessions; empty if they name none. Checkouts may share a memory directory. */
  root: string;
  count: number;
  /** The newest miss. */
  last: string;
  /** The memory that should prevent it. */
  file: string | null;
  /** The newest misses, with the words to compare. */
  misses: { event: string; words: Record<string, number> }[];
}

/** A miss noted at a session's end, until the archive is read again. */
export interface NotedMiss {
  root: string;
  event: string;
  /** UTC. */
  noted: string;
  /** The memory that it names, else that of the mistake it resembles, if that existed by then. */
  file: string | null;
  /** It was logged after that memory was last written or strengthened. */
  breaksRule: boolean;
  words: Record<string, number>;
}

export interface Lookup {
  /** When all memory files were last scanned, UTC; null if never. */
  scanned: string | null;
  /** When the archive was last read, UTC; null if never. */
  through: string | null;
  files: Map<string, SeenMemory>;
  memories: Map<string, MemoryMisses>;
  /** The newest first. */
  mistakes: KnownMistake[];
  /** The oldest first. */
  noted: NotedMiss[];
}

const VERSION = 2;
/** At most this many noted misses are kept; by then the archive should have been read. */
const NOTED = 300;

export const EMPTY_LOOKUP: Lookup = {
  scanned: null,
  through: null,
  files: new Map(),
  memories: new Map(),
  mistakes: [],
  noted: [],
};

/** Examples of the file's parts; `null` means a string or null. */
const SEEN = { size: 0, mtimeMs: 0, hash: '', born: '', written: '' };
const MISSES = { count: 0, isBroken: false, events: [''] };
const MISTAKE = { root: '', count: 0, last: '', file: null, misses: [{ event: '', words: {} }] };
const NOTED_MISS = { root: '', event: '', noted: '', file: null, breaksRule: false, words: {} };
const FILE = {
  version: VERSION,
  scanned: null,
  through: null,
  files: {},
  memories: {},
  mistakes: [MISTAKE],
  noted: [NOTED_MISS],
};

/** Reads the file's text; an empty lookup if its version or form is another. */
export function parseLookup(text: string): Lookup {
  const value = parseObject(text);
  if (!isOf<Written>(value, FILE) || value.version !== VERSION) return EMPTY_LOOKUP;
  const { version: _, files, memories, ...rest } = value;
  if (!isOf(Object.values(files), [SEEN]) || !isOf(Object.values(memories), [MISSES])) return EMPTY_LOOKUP;
  return { ...rest, files: new Map(Object.entries(files)), memories: new Map(Object.entries(memories)) };
}

/** The file's text. */
export function serializeLookup({ scanned, through, files, memories, mistakes, noted }: Lookup): string {
  return `${JSON.stringify({
    version: VERSION,
    scanned,
    through,
    files: Object.fromEntries(files),
    memories: Object.fromEntries(memories),
    mistakes,
    noted: noted.slice(-NOTED),
  })}\n`;
}

interface Written extends Omit<Lookup, 'files' | 'memories'> {
  version: number;
  files: Record<string, SeenMemory>;
  memories: Record<string, MemoryMisses>;
}

/** Whether a value has the keys and types of an example; items of a list have those of its first item. */
function isOf<Value>(value: unknown, example: unknown): value is Value {
  if (example === null) return value === null || typeof value === 'string';
  if (typeof value !== typeof example || value === null) return false;
  if (Array.isArray(example)) return Array.isArray(value) && value.every((item) => isOf(item, example[0]));
  if (typeof example !== 'object') return true;
  return Object.entries(example).every(([key, form]) => isOf((value as Record<string, unknown>)[key], form));
}

/** A memory that was missed after it was last written. */
export interface BrokenRule {
  file: string;
  /** How often it was missed since it was first written. */
  count: number;
}

/** How often each memory was missed since it was written, with the misses noted since the archive was read. */
export function missesByMemory({ memories, noted }: Lookup): Map<string, Omit<MemoryMisses, 'events'>> {
  const counts = new Map<string, Omit<MemoryMisses, 'events'>>(memories);
  for (const { file, breaksRule } of noted) {
    if (file === null) continue;
    const { count, isBroken } = counts.get(file) ?? { count: 0, isBroken: false };
    counts.set(file, { count: count + 1, isBroken: isBroken || breaksRule });
  }
  return counts;
}

/** What a session in this checkout may be told of: the memories, which Claude Code loads too, and the mistakes made there. */
export function lookupOf(lookup: Lookup, root: string): Lookup {
  const isOwn = (each: { root: string }) => each.root === root;
  return { ...lookup, mistakes: lookup.mistakes.filter(isOwn), noted: lookup.noted.filter(isOwn) };
}

/** The broken rules, the most missed first. */
export function brokenRulesIn(lookup: Lookup): BrokenRule[] {
  return [...missesByMemory(lookup)]
    .flatMap(([file, { count, isBroken }]) => (isBroken ? [{ file, count }] : []))
    .sort((a, b) => b.count - a.count || compare(a.file, b.file));
}
