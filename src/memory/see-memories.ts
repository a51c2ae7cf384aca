/**
 * Memory files are also written by Claude Code itself and by people. The process that reads a session's transcript scans them,
 * and enters new changes into the history, so that each memory has a birth.
 */
import { existsSync, lstatSync } from 'node:fs';
import { appendLines } from '#src/lib/files.ts';
import { withLock } from '#src/lib/lock.ts';
import { EMPTY_LOOKUP, type Lookup, readLookup, type SeenMemory, writeLookup } from './lookup.ts';
import { isMemoryName } from './memory-text.ts';
import { ChronicleError } from '#src/lib/chronicle-error.ts';
import { sha256Of } from '#src/lib/digest.ts';
import { type MemoryPlace, memoryPlace, type Paths } from '#src/lib/paths.ts';
import { isThere } from '#src/lib/is-there.ts';
import { asText } from '#src/lib/latin1.ts';
import { readNames } from '#src/lib/names-in.ts';
import { readRegularFile } from '#src/lib/read-file.ts';
import { parseObject } from '#src/lib/json-object.ts';
import { digestOf } from './file-bytes.ts';
import type { HistoryLine } from './history.ts';
import { placeOf } from '#src/record/find.ts';

/** Whoever has the lock is scanning too, or changing memory; the next scan sees what this one did not (ms). */
const LOCK_PATIENCE = 20;
/** Real projects have fewer and smaller memories; the rest is not dated. */
const MOST_FILES = 2000;
const LARGEST_FILE = 1024 * 1024;

/**
 * Records in a project's history which memory files are new, changed or deleted since the last scan. If there are none, nothing is
 * locked, hashed or written. While a memory change is being made, it is left to a later scan. It writes the history,
 * never a memory.
 */
export function seeMemories(paths: Paths, place: MemoryPlace, sessionId: string, now: Date): void {
  if (!scanFiles(place, readLookup(paths, place))) return;
  try {
    withLock(place.chronicle, 'memory', LOCK_PATIENCE, () => {
      // Another process may have been faster.
      const scan = scanFiles(place, readLookup(paths, place));
      if (!scan) return;
      const { lookup, differing, gone } = scan;
      const facts = historyFacts(existsSync(place.history) ? asText(readRegularFile(place.history).text) : '');
      const found = differing.flatMap((file) => {
        const hash = hashOf(`${place.memory}/${file.file}`);
        return hash === null ? [] : [{ ...file, hash }];
      });
      const lost = [...new Set([...lookup.files.keys(), ...facts.keys()])].filter(gone);
      const { lines, files } = planSeen({ ...lookup, facts, found, gone: lost, now, sessionId });
      appendLines(
        place.history,
        lines.map((line) => JSON.stringify(line)),
      );
      writeLookup(paths, place, { ...lookup, files, scanned: now.toISOString() });
    });
  } catch (error) {
    if (!(error instanceof ChronicleError && error.code === 'CHRONICLE_BUSY')) throw error;
  }
}

/** New and changed files, and whether a known one is gone; null if nothing has changed. */
function scanFiles(
  place: MemoryPlace,
  before: Lookup,
): { lookup: Lookup; differing: FoundFile[]; gone: (file: string) => boolean } | null {
  // Without the history it was made from, the list of files is worthless.
  const isLost = before.files.size > 0 && !existsSync(place.history);
  const lookup = isLost ? { ...before, files: EMPTY_LOOKUP.files, scanned: null } : before;
  const files = listMemories(place.memory);
  const names = new Set(files.map(({ file }) => file));
  const differing = files.filter(({ file, size, mtimeMs }) => {
    const known = lookup.files.get(file);
    return known?.size !== size || known.mtimeMs !== mtimeMs;
  });
  const gone = (file: string) => !names.has(file) && isMemoryName(file) && !isThere(`${place.memory}/${file}`);
  const isSame = lookup.scanned !== null && differing.length === 0 && ![...lookup.files.keys()].some(gone);
  return isSame ? null : { lookup, differing, gone };
}

/** Null if the file cannot be read or is gone. */
function hashOf(path: string): string | null {
  try {
    return digestOf(readRegularFile(path).text);
  } catch {
    return null;
  }
}

/** The memory files of a directory by name, without links. Empty without a directory. */
function listMemories(directory: string): FoundFile[] {
  return readNames(directory)
    .filter(isMemoryName)
    .slice(0, MOST_FILES)
    .flatMap((file) => {
      const stats = lstatSync(`${directory}/${file}`, { throwIfNoEntry: false });
      if (!stats?.isFile() || stats.size > LARGEST_FILE) return [];
      const { size, mtimeMs, birthtimeMs } = stats;
      // File systems without birth times give 0 or a later time.
      return [{ file, size, mtimeMs, madeMs: birthtimeMs > 0 ? Math.min(birthtimeMs, mtimeMs) : mtimeMs }];
    });
}

/** An existing memory file. */
export interface FoundFile extends Pick<SeenMemory, 'size' | 'mtimeMs'> {
  file: string;
  /** When it was created according to the disk. */
  madeMs: number;
}

export interface Scan {
  /** As of the last scan. */
  files: ReadonlyMap<string, SeenMemory>;
  /** When all files were last scanned, UTC; null if never. */
  scanned: string | null;
  facts: ReadonlyMap<string, HistoryFacts>;
  /** New and changed files with their hashes. */
  found: readonly (FoundFile & { hash: string })[];
  /** Files that no longer exist. */
  gone: readonly string[];
  now: Date;
  sessionId: string;
}

/** The lines that a scan adds to the history, without changes it already has, and the files as of this scan. */
export function planSeen(scan: Scan): { lines: HistoryLine[]; files: Map<string, SeenMemory> } {
  const { found, gone, now } = scan;
  const files = new Map(scan.files);
  const lines: HistoryLine[] = [];
  for (const item of found) {
    const { file, size, mtimeMs, hash } = item;
    const before = hashBefore(scan, file);
    const line = hash === before ? null : lineOf(scan, { file, before, after: hash, ...dateOf(scan, item) });
    if (line) lines.push(line);
    files.set(file, { size, mtimeMs, hash });
  }
  for (const file of gone) {
    const before = hashBefore(scan, file);
    if (before !== null) lines.push(lineOf(scan, { file, before, after: null, at: timeOf(now.getTime()) }));
    files.delete(file);
  }
  return { lines, files };
}

function hashBefore({ facts, files }: Scan, file: string): string | null {
  const known = facts.get(file);
  return known ? known.after : (files.get(file)?.hash ?? null);
}

/**
 * In the first scan a file gets its own date, marked as such. Later it is known between which two scans it was written;
 * the file's time tells when, unless it is outside, like that of a copy.
 */
function dateOf({ scanned, facts, files, now }: Scan, found: FoundFile): Pick<HistoryLine, 'at' | 'dated'> {
  const { file, mtimeMs, madeMs } = found;
  const known = facts.get(file);
  if (scanned === null && !known) return { at: timeOf(madeMs), dated: 'file' };
  const from = Math.max(...[scanned, known?.last].map((time) => (time ? Date.parse(time) : 0)));
  const times = files.has(file) || known?.after ? [mtimeMs] : [madeMs, mtimeMs];
  return { at: timeOf(times.find((time) => time > from && time <= now.getTime()) ?? now.getTime()) };
}

/** The same change gets the same id, even if two machines or two hooks see it. */
function lineOf(
  { sessionId }: Scan,
  change: Pick<HistoryLine, 'file' | 'before' | 'after' | 'at' | 'dated'>,
): HistoryLine {
  const { file, before, after, at, dated } = change;
  const action = after === null ? 'delete' : before === null ? 'new' : 'changed';
  return {
    id: `l-${sha256Of(['seen', at, file, before, after].join('\n')).slice(0, 12)}`,
    at,
    source: 'seen',
    action,
    file,
    session_id: sessionId,
    events: [],
    before,
    after,
    ...(dated ? { dated } : {}),
  };
}

function timeOf(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 19)}Z`;
}

/** What a project's history says about one memory file. */
interface HistoryFacts {
  /** The SHA-256 of its bytes after its last line; null if that deleted it, empty if a transcript does not tell. */
  after: string | null;
  /** The UTC time of its last line. */
  last: string;
}

/**
 * What a history says about each memory file, in the order of its lines. Lines from transcripts, which come after newer ones,
 * count by their dates. Invalid lines are skipped. Hooks use this, since the schema would cost as much as all the rest.
 */
export function historyFacts(text: string): Map<string, HistoryFacts> {
  const facts = new Map<string, HistoryFacts>();
  for (const line of text.split('\n')) {
    const { file, at, action, after: left, source } = parseObject(line);
    if (typeof file !== 'string' || typeof at !== 'string' || Number.isNaN(Date.parse(at))) continue;
    if (typeof left !== 'string' && left !== null) continue;
    const after = left === null && source === 'backfill' && action !== 'delete' ? '' : left;
    const known = facts.get(file);
    const isBehind = (date: string | undefined) => date !== undefined && source === 'backfill' && at < date;
    facts.set(file, {
      after: known && isBehind(known.last) ? known.after : after,
      last: known && isBehind(known.last) ? known.last : at,
    });
  }
  return facts;
}

/** Sees the memories of the project with this chronicle, after a session. */
export function noteMemories(paths: Paths, sessionId: string, chronicle: string, now: Date): void {
  seeMemories(paths, memoryPlace(paths, placeOf(chronicle).projectDirectory), sessionId, now);
}
