/**
 * Memory files are also written by Claude Code itself and by people. The process that reads a session's transcript looks at them
 * afterwards, and enters new changes into the history, so that each memory has a birth.
 */
import { lstatSync } from 'node:fs';
import { ChronicleError } from '#src/lib/chronicle-error.ts';
import { sha256Of } from '#src/lib/digest.ts';
import { appendLines } from '#src/lib/files.ts';
import { isThere } from '#src/lib/is-there.ts';
import { withLock } from '#src/lib/lock.ts';
import { readNames } from '#src/lib/names-in.ts';
import { type MemoryPlace, memoryPlace, type Paths } from '#src/lib/paths.ts';
import { readRegularFile } from '#src/lib/read-file.ts';
import { placeOf } from '#src/record/find.ts';
import { digestOf } from './file-bytes.ts';
import { type HistoryLine, readHistory } from './history.ts';
import { readLookup, writeLookup } from './lookup.ts';
import { isMemoryName } from './memory-text.ts';

/** Whoever has the lock is looking too, or changing memory; the next look sees what this one did not (ms). */
const LOCK_PATIENCE = 20;
/** Real projects have fewer and smaller memories; the rest is not dated. */
const MOST_FILES = 2000;
const LARGEST_FILE = 1024 * 1024;

/** Sees the memories of the project with this chronicle, after a session. */
export function noteMemories(paths: Paths, sessionId: string, chronicle: string, now: Date): void {
  seeMemories(paths, memoryPlace(paths, placeOf(chronicle).projectDirectory), sessionId, now);
}

/**
 * Records in a project's history which memory files are new, changed or deleted since it was written last. While a memory change
 * is being made, that is left to a later look. It writes the history, never a memory.
 */
export function seeMemories(paths: Paths, place: MemoryPlace, sessionId: string, now: Date): void {
  try {
    withLock(place.chronicle, 'memory', LOCK_PATIENCE, () => {
      const lookup = readLookup(paths, place);
      const history = readHistory(place.history);
      const facts = new Map(history.map((line) => [line.file, line]));
      const found = memoriesIn(place.memory);
      const names = new Set(found.map(({ file }) => file));
      const isGone = (file: string) => !names.has(file) && isMemoryName(file) && !isThere(`${place.memory}/${file}`);
      const gone = [...facts.keys()].filter(isGone);
      const lines = linesFor({
        facts,
        found,
        gone,
        isFirst: !lookup.isScanned && !history.some(({ source }) => source === 'seen'),
        now,
        sessionId,
      });
      appendLines(
        place.history,
        lines.map((line) => JSON.stringify(line)),
      );
      if (!lookup.isScanned) writeLookup(paths, place, { ...lookup, isScanned: true });
    });
  } catch (error) {
    if (!(error instanceof ChronicleError && error.code === 'CHRONICLE_BUSY')) throw error;
  }
}

/** The memory files of a directory by name, without links and what cannot be read. Empty without a directory. */
function memoriesIn(directory: string): FoundFile[] {
  return readNames(directory)
    .filter(isMemoryName)
    .slice(0, MOST_FILES)
    .flatMap((file) => {
      const path = `${directory}/${file}`;
      const stats = lstatSync(path, { throwIfNoEntry: false });
      const hash = stats?.isFile() && stats.size <= LARGEST_FILE ? hashOf(path) : null;
      if (!stats || hash === null) return [];
      const { mtimeMs, birthtimeMs } = stats;
      // File systems without birth times give 0 or a later time.
      return [{ file, hash, mtimeMs, madeMs: birthtimeMs > 0 ? Math.min(birthtimeMs, mtimeMs) : mtimeMs }];
    });
}

function hashOf(path: string): string | null {
  try {
    return digestOf(readRegularFile(path).text);
  } catch {
    return null;
  }
}

/** An existing memory file. */
interface FoundFile {
  file: string;
  /** SHA-256 of its bytes. */
  hash: string;
  mtimeMs: number;
  /** When it was created according to the disk. */
  madeMs: number;
}

export interface Look {
  /** The last line of history about each memory file. */
  facts: ReadonlyMap<string, Pick<HistoryLine, 'at' | 'after'>>;
  found: readonly FoundFile[];
  /** Files of the history that no longer exist. */
  gone: readonly string[];
  /** Whether nobody has looked before, so that a file may be of any age. */
  isFirst: boolean;
  now: Date;
  sessionId: string;
}

/** The lines that a look adds to the history, without changes it already has. */
export function linesFor(look: Look): HistoryLine[] {
  const { facts, found, gone, now } = look;
  const before = (file: string) => facts.get(file)?.after ?? null;
  return [
    ...found
      .filter(({ file, hash }) => before(file) !== hash)
      .map((each) =>
        lineOf(look, { file: each.file, before: before(each.file), after: each.hash, ...dateOf(look, each) }),
      ),
    ...gone
      .filter((file) => before(file) !== null)
      .map((file) => lineOf(look, { file, before: before(file), after: null, at: timeOf(now.getTime()) })),
  ];
}

/**
 * At the first look a file gets its own date, marked as such. Later the file's time tells when it was written, unless it is
 * before the file's last line or in the future, like that of a copy.
 */
function dateOf(
  { facts, isFirst, now }: Look,
  { file, mtimeMs, madeMs }: FoundFile,
): Pick<HistoryLine, 'at' | 'dated'> {
  const known = facts.get(file);
  if (isFirst && !known) return { at: timeOf(madeMs), dated: 'file' };
  const from = known ? Date.parse(known.at) : 0;
  const times = known?.after ? [mtimeMs] : [madeMs, mtimeMs];
  return { at: timeOf(times.find((time) => time > from && time <= now.getTime()) ?? now.getTime()) };
}

/** The same change gets the same id, even if two machines or two hooks see it. */
function lineOf(
  { sessionId }: Look,
  { file, before, after, at, dated }: Pick<HistoryLine, 'file' | 'before' | 'after' | 'at' | 'dated'>,
): HistoryLine {
  return {
    id: `l-${sha256Of(['seen', at, file, before, after].join('\n')).slice(0, 12)}`,
    at,
    source: 'seen',
    action: after === null ? 'delete' : before === null ? 'new' : 'changed',
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
