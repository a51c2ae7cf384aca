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
import type { MemoryPlace, Paths } from '#src/lib/paths.ts';
import { privateDirectory } from '#src/lib/private-directory.ts';
import { readRegularFile } from '#src/lib/read-file.ts';
import { discard, withLock } from '#src/lib/lock.ts';
import { writeSmallFile } from '#src/record/find.ts';
import type { ChronicleEvent } from '#src/format/chronicle.ts';
import { withIds } from '#src/format/event-id.ts';
import { isLogged } from '#src/format/event-source.ts';
import { frontMatterText, valueIn } from '#src/format/front-matter-line.ts';
import { readBody } from '#src/format/read.ts';
import { scan } from '#src/format/scan.ts';
import { capitalised } from '#src/lib/spelled.ts';

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
  breaksMemory: boolean;
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
const NOTED_MISS = { event: '', noted: '', file: '', breaksMemory: false };
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
function missesByMemory({ memories, noted }: Lookup): Map<string, Omit<MemoryMisses, 'events'>> {
  const counts = new Map<string, Omit<MemoryMisses, 'events'>>(memories);
  for (const { file, breaksMemory } of noted) {
    const { count, isBroken } = counts.get(file) ?? { count: 0, isBroken: false };
    counts.set(file, { count: count + 1, isBroken: isBroken || breaksMemory });
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
function isPlainName(file: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}\.md$/.test(file);
}

/** Claude Code's auto memory starts file names with the type: `feedback_money.md`. */
const KIND = /^(?:feedback|project|reference|user)_/;
/** File names further down are not found. */
const READ = 4000;
/** Common project files. Even if a memory has such a name, a miss that names it means the project's file. */
const OF_PROJECTS = new Set(['readme.md', 'claude.md', 'agents.md', 'changelog.md', 'contributing.md', 'memory.md']);

/** A file name in a text, in lower case, that is or may be a memory's. */
export interface NamedFile {
  file: string;
  /** It starts with a type; otherwise it is only a memory if one with that name is known. */
  isSure: boolean;
}

/**
 * The names in a text, in order, that are memories because they start with a type, or may be because they have no
 * directory or are in `memory/`.
 *
 *     namedFiles('Used a float despite `memory/feedback_money.md`')  // [{ file: 'feedback_money.md', isSure: true }]
 *     namedFiles('No line in docs/FORMAT.md')                        // []
 */
export function namedFiles(text: string): NamedFile[] {
  const start = text.slice(0, READ);
  if (!/\.md/i.test(start)) return [];
  return [...start.matchAll(namePattern())].flatMap(([, directories = '', base = '']): NamedFile[] => {
    const file = base.toLowerCase();
    if (KIND.test(file)) return [{ file, isSure: true }];
    const isPlain = directories === '' || /(?:^|[/\\])memory[/\\]$/i.test(directories);
    return isPlain && !OF_PROJECTS.has(file) ? [{ file, isSure: false }] : [];
  });
}

/**
 * A file name with its directories, up to a length limit. In a function, since loading a pattern with `\p` costs 2 ms,
 * and most hooks do not need it.
 */
function namePattern(): RegExp {
  return /(?<![\p{L}\p{N}_.-])((?:[\p{L}\p{N}_.~-]{1,80}[/\\]|[/\\]){0,20})([\p{L}\p{N}_-][\p{L}\p{N}_.-]{0,120}\.md)(?![\p{L}\p{N}_-])/giu;
}

/** The misses of a session's own chronicle that name a memory, in addition to those that the lookup counts. */

/** Event times are cut to the minute, so an event can appear up to this much too early (ms). */
const MINUTE = 60_000;
const LOCK_PATIENCE = 50;

/** The logged misses of one session, in file order. Found events are not included. */
export interface OwnMisses {
  sessionId: string;
  isAttended: boolean;
  /** The UTC offset of the session's times. */
  offset: string | undefined;
  misses: Omit<ChronicleEvent, 'line'>[];
}

/** The misses in a chronicle's text; null if its front matter cannot be read. */
export function ownMisses(text: string): OwnMisses | null {
  const structure = scan(text);
  const front = frontMatterText(text, structure);
  if (front === null) return null;
  const value = (key: string) => valueIn(front, key);
  const { events } = readBody(text, structure, { date: value('date') ?? '', retro: value('retro') });
  return {
    sessionId: value('session_id') ?? '',
    isAttended: value('attended') !== 'no',
    offset: value('utc_offset'),
    // Ids are numbered over all events, so found ones are removed afterwards.
    misses: withIds(events.filter(({ tag }) => tag === 'MEMORY-MISS')).filter(isLogged),
  };
}

/** Adds the misses of a session's chronicle, given as Latin-1, to the lookup. Those of an unattended session do not count. */
export function noteMisses(paths: Paths, place: MemoryPlace, text: string, now: Date): void {
  if (!text.includes('[MEMORY-MISS]')) return;
  const own = ownMisses(asText(text));
  if (!own?.isAttended || own.misses.length === 0) return;
  withLock(place.chronicle, 'memory', LOCK_PATIENCE, () => {
    const lookup = readLookup(paths, place);
    const misses = newMisses(lookup, own, now);
    if (misses.length > 0) writeLookup(paths, place, { ...lookup, noted: [...lookup.noted, ...misses] });
  });
}

/**
 * What `chronicle log MEMORY-MISS` adds if the memory that the event names was missed before, since it was written: how often.
 * Null for a first miss and for one that names no memory. The text of an earlier miss may come from the web, and is not quoted.
 */
export function missRemark(lookup: Lookup, own: OwnMisses, id: string, now: Date): string | null {
  const upTo = own.misses.slice(0, own.misses.findIndex((miss) => miss.id === id) + 1);
  const noted = newMisses(lookup, { ...own, misses: upTo }, now);
  const miss = noted.pop();
  if (miss?.event !== `${own.sessionId}#${id}` || !isPlainName(miss.file)) return null;
  const before = missesByMemory({ ...lookup, noted: [...lookup.noted, ...noted] }).get(miss.file)?.count ?? 0;
  return before === 0 ? null : `${capitalised(ordinal(before + 1))} miss that ${miss.file} should have prevented.`;
}

/** The misses of a session that name a memory which existed by then, and that its lookup does not count yet. */
function newMisses(lookup: Lookup, { sessionId, offset, misses }: OwnMisses, now: Date): NotedMiss[] {
  const counted = JSON.stringify([[...lookup.memories], lookup.noted]);
  // The lookup does not keep the id of every miss that it counts. Files grow at the end, so it counts all before a known one.
  const read = misses.findLastIndex(({ id }) => counted.includes(`"${sessionId}#${id}"`));
  return misses.slice(read + 1).flatMap((miss): NotedMiss[] => {
    // Without a time and an offset the order within a day is unknown; the archive then compares days.
    const moment = Date.parse(`${miss.date}T${miss.time}:00${offset}`);
    if (moment + MINUTE <= Date.parse(lookup.through ?? '')) return [];
    const file = memoryNamed(lookup, miss);
    const dates = file === undefined ? undefined : lookup.files.get(file);
    if (file === undefined || !(moment > Date.parse(dates?.born ?? ''))) return [];
    const breaksMemory = moment > Date.parse(dates?.written ?? '');
    return [{ event: `${sessionId}#${miss.id}`, noted: now.toISOString(), file, breaksMemory }];
  });
}

/** The existing memory that a miss names in its first line, or else in its details. */
function memoryNamed({ files }: Lookup, { text, details }: OwnMisses['misses'][number]): string | undefined {
  for (const part of [text, details]) {
    const names = namedFiles(part);
    const known = names.flatMap(({ file }) => [...files.keys()].find((each) => each.toLowerCase() === file) ?? []);
    if (known.length > 0 || names.some(({ isSure }) => isSure)) return known[0];
  }
  return undefined;
}

const FIRST = 'zeroth first second third fourth fifth sixth seventh eighth ninth tenth'.split(' ');

function ordinal(n: number): string {
  const isTeen = n % 100 > 10 && n % 100 < 14;
  return FIRST[n] ?? n + ((!isTeen && ['th', 'st', 'nd', 'rd'][n % 10]) || 'th');
}
