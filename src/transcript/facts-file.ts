/**
 * Facts files: where a session's are, how they are read and replaced, and when a newer reading of its transcripts replaces
 * them. `facts.ts` has their form.
 */
import { closeSync, fstatSync, openSync, readFileSync, renameSync } from 'node:fs';
import { dirname } from 'node:path';
import { isErrno, sentenceOf } from '#src/lib/chronicle-error.ts';
import { writeTemporary } from '#src/lib/files.ts';
import { isThere } from '#src/lib/is-there.ts';
import { asBytes } from '#src/lib/latin1.ts';
import { namesIn } from '#src/lib/names-in.ts';
import { LARGEST_FILE, READ, readBeginning, readPiece } from '#src/lib/read-file.ts';
import { factsPath, isFactsName, type Paths } from '#src/lib/paths.ts';
import { privateDirectory } from '#src/lib/private-directory.ts';

import { discard } from '#src/lib/lock.ts';
import { type Facts, isEndOfFacts, LATER_VERSION, parseFacts, parseFactsHead, serializeFacts } from './facts.ts';
import { FACTS_VERSION, type FactsHead, STILL_RUNNING, transcriptSchema } from '#src/format/facts-head.ts';
import type { TranscriptFile } from './transcript-files.ts';

/** Most heads are about 700 bytes long. */
const BEGINNING = 8192;
/** Enough to tell whether a file is cut off. */
const END = 8;

/** Facts, or why they cannot be used. Both are null if there is no file. */
export type FactsReading = ReturnType<typeof parseFacts> | { facts: null; fault: null };

/** Reads a whole facts file. Never throws. Does not follow links, and refuses a file larger than 16 MiB. */
export function readFacts(path: string): FactsReading {
  const { text, fault } = readFactsText(path);
  return text === null ? { facts: null, fault } : parseFacts(text);
}

/** The text of a facts file, or why it cannot be read. Both are null if there is no file. */
export function readFactsText(path: string): { text: string; fault: null } | { text: null; fault: string | null } {
  try {
    const file = openSync(path, READ);
    try {
      const stats = fstatSync(file);
      if (!stats.isFile()) return { text: null, fault: 'It is not a regular file.' };
      if (stats.size > LARGEST_FILE) return { text: null, fault: 'It is larger than 16 MiB.' };
      return { text: readFileSync(file, 'utf8'), fault: null };
    } finally {
      closeSync(file);
    }
  } catch (error) {
    return { text: null, fault: isErrno(error, 'ENOENT') ? null : sentenceOf(error) };
  }
}

/** Reads the head of a facts file. Both are null if there is no file. */
function readFactsHead(path: string): Pick<FactsPlace, 'head' | 'fault'> {
  const beginning = readBeginning(path, BEGINNING, READ);
  const { head, fault } = beginning === null ? { head: null, fault: '' } : parseFactsHead(beginning);
  // A file that ends as we write it is whole. Others are read completely, which shows whether they are cut off.
  if (fault !== '' && (head === null || isEndOfFacts(endOf(path)))) return { head, fault };
  const whole = readFacts(path);
  return { head: whole.facts?.head ?? null, fault: whole.fault };
}

function endOf(path: string): string {
  return readPiece(path, (size) => ({ from: Math.max(0, size - END), most: END }))?.bytes.toString() ?? '';
}

/** The facts file of a session, which may not exist yet. */
export interface FactsPlace {
  path: string;
  /** Null without a usable file. */
  head: FactsHead | null;
  /** Why the file there cannot be used; null if it can, or if there is none. */
  fault: string | null;
}

/** Which facts files in a directory belong to which sessions. Each directory is read once, when it is first asked for. */
export class KnownFacts {
  readonly #directories = new Map<string, ReadonlyMap<string, string>>();

  /** The path of a session's facts in a directory; undefined without any. */
  pathOf(directory: string, sessionId: string): string | undefined {
    const known = this.#directories.get(directory) ?? sessionsIn(directory);
    this.#directories.set(directory, known);
    return known.get(sessionId);
  }
}

function sessionsIn(directory: string): Map<string, string> {
  const paths = namesIn(directory).filter(isFactsName);
  return new Map(
    paths.flatMap((name): [string, string][] => {
      const path = `${directory}/${name}`;
      const { head } = readFactsHead(path);
      return head === null ? [] : [[head.session_id, path]];
    }),
  );
}

/**
 * Finds the facts of a chronicle's session: by the chronicle's name first, then by session id, since names are only labels.
 * Without any, says where to write them: never over those of another session. `known` saves reading a directory again for
 * each of many sessions.
 */
export function factsPlace(chronicle: string, sessionId: string, known = new KnownFacts()): FactsPlace {
  const named = factsPath(chronicle);
  const first = { path: named, ...readFactsHead(named) };
  if (first.fault !== null || first.head?.session_id === sessionId) return first;
  const other = known.pathOf(dirname(named), sessionId);
  const place = other === undefined ? null : { path: other, ...readFactsHead(other) };
  if (place?.head?.session_id === sessionId) return place;
  for (let n = 1; ; n++) {
    const path = n === 1 ? named : named.replace(/\.json$/, `-${n}.json`);
    if (!isThere(path)) return { path, head: null, fault: null };
  }
}

/** Writes facts to a temporary file next to the chronicles. Null, without writing, for facts too large to be read again. */
export function writeTemporaryFacts(chronicles: string, facts: Facts): string | null {
  const bytes = asBytes(serializeFacts(facts));
  return bytes.length > LARGEST_FILE ? null : writeTemporary(chronicles, bytes);
}

/**
 * Puts a temporary file in the place of a facts file, which is at every moment the old one, the new one, or missing if there
 * was none. Creates its directory, and returns that, as its name is still to be flushed. Throws CHRONICLE_OUTSIDE if it
 * leads out of <config>. The temporary file is gone afterwards.
 */
export function placeFacts({ config }: Pick<Paths, 'config'>, path: string, temporary: string): string {
  try {
    const directory = privateDirectory(dirname(path), config);
    renameSync(temporary, path);
    return directory;
  } catch (error) {
    discard(temporary);
    throw error;
  }
}

// What a newer reading of transcripts replaces

type Stamp = FactsHead['transcripts'][number];

/** What facts say about transcripts: only of those with names such as Claude Code gives. */
export function stampsOf(files: readonly TranscriptFile[]): Stamp[] {
  return files
    .map(({ stem, folder, size, writtenMs }) => ({ file: `${stem}.jsonl`, folder, size, writtenMs }))
    .filter((stamp) => transcriptSchema.safeParse(stamp).success);
}

/** The stamps of a session that is still running: its last turn is to be read again, even if nothing is added to it. */
export function unfinished(stamps: readonly Stamp[]): Stamp[] {
  return stamps.map((stamp) => ({ ...stamp, writtenMs: STILL_RUNNING }));
}

/** Why a session's transcripts need not or cannot be read again; null if they are to be read. */
export type Unread = 'is unchanged' | 'has a shorter transcript than before' | 'has facts that cannot be read' | null;

/**
 * Whether transcripts show more than the facts that were made of them. Those of a running session only if something was added.
 * Claude Code deletes transcripts after 30 days, and what they showed must not be lost with them: if one is missing or has
 * become shorter, the facts stay. A project's folder may have been renamed.
 */
export function unreadReason(
  { version = FACTS_VERSION, transcripts: read }: Pick<FactsHead, 'transcripts'> & Partial<FactsHead>,
  found: readonly Stamp[],
  isRunning: boolean,
): Exclude<Unread, 'has facts that cannot be read'> {
  const keyOf = ({ folder, file, size, writtenMs }: Stamp) =>
    [folder, file, size, isRunning ? STILL_RUNNING : writtenMs].join('/');
  const isSame = read.map(keyOf).sort().join('\n') === found.map(keyOf).sort().join('\n');
  if (version === FACTS_VERSION && isSame) return 'is unchanged';
  const isShorter = read.some(({ file, size }) => !found.some((other) => other.file === file && other.size >= size));
  return isShorter ? 'has a shorter transcript than before' : null;
}

/** Whether a session's transcripts are to be read, by what its facts say about the last time. */
export interface FactsState {
  /** Where its facts are, or will be. */
  path: string;
  skipped: Unread;
  /** What is wrong with the file, in a sentence; null if nothing is. */
  problem: string | null;
}

/** Compares the facts of a chronicle's session with its transcripts as they are now. Reads only the head of the facts. */
export function factsState(
  chronicle: string,
  sessionId: string,
  { stamps, isRunning, known }: { stamps: readonly Stamp[]; isRunning: boolean; known?: KnownFacts | undefined },
): FactsState {
  const { path, head, fault } = factsPlace(chronicle, sessionId, known);
  if (fault !== null) return unusable(path, fault);
  return { path, skipped: head === null ? null : unreadReason(head, stamps, isRunning), problem: null };
}

/** The facts that are to be replaced, null without any; or the state of a file that is damaged behind its head. */
export function earlierFacts({ path }: FactsState): { facts: Facts | null } | FactsState {
  const { facts, fault } = readFacts(path);
  return fault === null ? { facts } : unusable(path, fault);
}

/** Facts that cannot be used are never overwritten: only a person can tell what they were. */
function unusable(path: string, fault: string): FactsState {
  const advice =
    fault === LATER_VERSION
      ? 'Update session-chronicle.'
      : 'Delete the file, and run chronicle import transcripts to write it again.';
  return { path, skipped: 'has facts that cannot be read', problem: `${path} cannot be used. ${fault} ${advice}` };
}

/** The facts of a new reading, with what only the earlier ones know: which found events a person hid, and evidence. */
export function carriedFacts(earlier: Facts | null, facts: Facts): Facts {
  if (earlier === null) return facts;
  const hidden = new Set(earlier.found.flatMap((event) => (event.hidden ? event.id : [])));
  const renewed = new Set(facts.evidence.map(({ record }) => record));
  return {
    ...facts,
    found: facts.found.map((event) => (hidden.has(event.id) ? { ...event, hidden: true } : event)),
    evidence: [...earlier.evidence.filter(({ record }) => !renewed.has(record)), ...facts.evidence],
  };
}
