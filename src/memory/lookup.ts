/**
 * What hooks know about a project's memories without reading its archive: how often each was missed since it was written, in one
 * small file per project. It is derived from the archive, and can be rebuilt from it.
 *
 *     {"version": 5, "isScanned": true,
 *      "memories": {"feedback_money.md": {"count": 3, "isBroken": true, "events": ["<session_id>#e-133549"]}}}
 */
import { withIds } from '#src/format/event-id.ts';
import { isLogged } from '#src/format/event-source.ts';
import { readUnchecked } from '#src/format/read.ts';
import { compare } from '#src/lib/compare.ts';
import { isRecord } from '#src/lib/is-record.ts';
import { parseObject } from '#src/lib/json-object.ts';
import { asText } from '#src/lib/latin1.ts';
import { namesIn } from '#src/lib/names-in.ts';
import type { MemoryPlace, Paths } from '#src/lib/paths.ts';
import { readRegularFile } from '#src/lib/read-file.ts';
import { writeSmallFile } from '#src/record/find.ts';
import { isPlainName, namedFiles } from './named-files.ts';

/** How often a memory was missed since it was written, when the archive was last read. */
export interface MemoryMisses {
  count: number;
  /** Missed after it was last written or strengthened. */
  isBroken: boolean;
  /** The newest of those misses, as `<session_id>#e-…`. */
  events: string[];
}

export interface Lookup {
  /** Whether the project's memory files were ever looked at: what is new later was written since. */
  isScanned: boolean;
  memories: Map<string, MemoryMisses>;
}

const VERSION = 5;

export const EMPTY_LOOKUP: Lookup = { isScanned: false, memories: new Map() };

/** Reads the file's text; an empty lookup if its version or form is another. */
export function parseLookup(text: string): Lookup {
  const { version, isScanned, memories } = parseObject(text);
  const isMissed = (each: unknown): each is MemoryMisses =>
    isRecord(each) &&
    Number.isSafeInteger(each.count) &&
    Array.isArray(each.events) &&
    each.events.every((event) => typeof event === 'string');
  if (version !== VERSION || !isRecord(memories)) return EMPTY_LOOKUP;
  const missed = Object.entries(memories).flatMap(([file, each]) => (isMissed(each) ? [[file, each] as const] : []));
  return { isScanned: isScanned === true, memories: new Map(missed) };
}

/** The file's text. */
export function serializeLookup({ isScanned, memories }: Lookup): string {
  return `${JSON.stringify({ version: VERSION, isScanned, memories: Object.fromEntries(memories) })}\n`;
}

/** The lookup of a project's memories for hooks; empty if the file is missing or unreadable. */
export function readLookup(paths: Paths, place: MemoryPlace): Lookup {
  try {
    return parseLookup(asText(readRegularFile(lookupPath(paths, place)).text));
  } catch {
    return EMPTY_LOOKUP;
  }
}

/** Replaces the lookup file atomically. Call it under the project's `memory` lock. */
export function writeLookup(paths: Paths, place: MemoryPlace, lookup: Lookup): void {
  writeSmallFile(paths, lookupPath(paths, place), serializeLookup(lookup));
}

function lookupPath(paths: Paths, { projectDirectory }: MemoryPlace): string {
  return `${paths.memoryIndex}/${projectDirectory}.json`;
}

/** So many broken memories are named to the agent. */
const MOST_NAMED = 3;

/**
 * The line of a session's start about memories that were missed after they were last written, the most missed first; null if
 * there are none. Contains only names and counts.
 */
export function brokenLine({ memories }: Lookup): string | null {
  const broken = [...memories]
    .flatMap(([file, { count, isBroken }]) => (isBroken && isPlainName(file) ? [{ file, count }] : []))
    .sort((a, b) => b.count - a.count || compare(a.file, b.file))
    .slice(0, MOST_NAMED);
  if (broken.length === 0) return null;
  return `Memories that were missed since they were written: ${broken.map(({ file, count }) => `${file} (${count})`).join(', ')}. Apply them.`;
}

/**
 * What `chronicle log MEMORY-MISS` adds if the memory that the event `id` names was missed before, since it was written: how
 * often. `chronicle` is the text of its session's chronicle. Null for a first miss and for one that names no existing memory. The
 * text of an earlier miss may come from the web, and is not quoted.
 */
export function missRemark(paths: Paths, place: MemoryPlace, session: { id: string; chronicle: string }, id: string) {
  const events = withIds(readUnchecked(session.chronicle)?.events ?? []);
  const misses = events.filter((event) => event.tag === 'MEMORY-MISS' && isLogged(event));
  const files = namesIn(place.memory);
  const own = misses.slice(0, misses.findIndex((miss) => miss.id === id) + 1).map((miss) => memoryNamed(files, miss));
  const file = own.pop();
  if (file === undefined || !isPlainName(file)) return null;
  const { count = 0, events: counted = [] } = readLookup(paths, place).memories.get(file) ?? {};
  const elsewhere = count - counted.filter((event) => event.startsWith(`${session.id}#`)).length;
  const before = elsewhere + own.filter((other) => other === file).length;
  return before === 0 ? null : `Miss ${before + 1} that ${file} should have prevented.`;
}

/** The existing memory that a miss names in its first line, or else in its details. */
function memoryNamed(files: readonly string[], miss: { text: string; details: string }): string | undefined {
  for (const part of [miss.text, miss.details]) {
    const names = namedFiles(part);
    const known = names.flatMap(({ file }) => files.find((each) => each.toLowerCase() === file) ?? []);
    if (known.length > 0 || names.some(({ isSure }) => isSure)) return known[0];
  }
  return undefined;
}
