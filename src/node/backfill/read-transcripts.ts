import { createHash } from 'node:crypto';
import { mergedSession, type ReadSession } from '../../backfill/read-session.ts';
import { fieldsOf, readRecord, wordOf } from '../../backfill/record.ts';
import { SessionReader, sessionOf } from '../../backfill/session-reader.ts';
import { directoryName } from '../../project/directory-name.ts';
import type { Layout } from '../../project/paths.ts';
import { isBookkeeping } from './bookkeeping.ts';
import { readLines } from './read-lines.ts';
import { type TranscriptFile, transcriptFiles } from './transcript-files.ts';

/** A session of the transcripts, with the transcript that tells of it first. */
export interface FoundSession extends ReadSession {
  folder: string;
  bornMs: number;
  /** When the transcript was last written, in milliseconds. */
  writtenMs: number;
  /** Whether the transcript is named after the session. */
  isNamed: boolean;
}

/** All that the transcripts say. */
export interface Transcripts {
  sessions: FoundSession[];
  /** Every session that has a transcript, with a prompt or without. */
  ids: Set<string>;
  /** Where a worktree's main checkout was, as transcripts tell of worktrees that Claude Code made. */
  worktrees: Map<string, string>;
  files: number;
  bytes: number;
  leftOut: LeftOutCounts;
  unreadable: { path: string; error: unknown }[];
}

/** How many lines and files were left out, and why. */
export interface LeftOutCounts {
  /** Lines that are no JSON. */
  broken: number;
  /** Last lines without an end. */
  torn: number;
  tooLong: number;
  subagents: number;
  refused: number;
}

export interface Progress {
  /** How much there is to read. */
  total: (bytes: number) => void;
  read: (bytes: number) => void;
}

/** Longer lines hold pictures and whole files; a prompt or an error is none. */
const LONGEST = 16 * 1024 * 1024;

/** Reads every transcript once. A file that cannot be read, and a line that is none, is counted and left out. */
export async function readTranscripts(layout: Layout, progress: Progress, now: number): Promise<Transcripts> {
  const { files, subagents, refused, unreadable } = transcriptFiles(layout);
  const leftOut = { broken: 0, torn: 0, tooLong: 0, subagents, refused };
  const found: Transcripts = {
    sessions: [],
    ids: new Set(),
    worktrees: new Map(),
    files: files.length,
    bytes: 0,
    leftOut,
    unreadable,
  };
  const sessions = new Map<string, FoundSession>();
  found.bytes = files.reduce((sum, { size }) => sum + size, 0);
  progress.total(found.bytes);
  for (const file of files.toSorted((a, b) => a.bornMs - b.bornMs || (a.path < b.path ? -1 : 1))) {
    try {
      for (const session of await readTranscript(file, layout, { found, progress, now })) gather(sessions, session);
    } catch (error) {
      unreadable.push({ path: file.path, error });
    }
  }
  found.sessions = [...sessions.values()];
  return found;
}

/**
 * The transcript that is named after a session tells of it before one that copied it; of several such the one in the
 * folder of the session's own directory, else the earliest.
 */
function gather(sessions: Map<string, FoundSession>, session: FoundSession): void {
  const known = sessions.get(session.id);
  if (!known) {
    sessions.set(session.id, session);
    return;
  }
  const [first, second] = rank(session) > rank(known) ? [session, known] : [known, session];
  const isCopy = first.isNamed && !second.isNamed;
  const writtenMs = isCopy ? first.writtenMs : Math.max(first.writtenMs, second.writtenMs);
  sessions.set(session.id, { ...first, ...mergedSession(first, second), writtenMs });
}

function rank({ isNamed, folder, prompts }: FoundSession): number {
  const isAtHome = prompts.some(({ cwd }) => cwd !== '' && directoryName(cwd) === folder);
  return (isNamed ? 2 : 0) + (isAtHome ? 1 : 0);
}

async function readTranscript(
  { path, stem, folder, bornMs, writtenMs }: TranscriptFile,
  { projects }: Layout,
  { found, progress, now }: { found: Transcripts; progress: Progress; now: number },
): Promise<FoundSession[]> {
  const readers = new Map<string, SessionReader>();
  let broken: number | null = null;
  let last = 0;
  const line = (bytes: Buffer, number: number) => {
    last = number;
    const value = parsed(bytes);
    if (value === undefined) {
      broken = number;
      found.leftOut.broken++;
      return;
    }
    noteWorktree(value, found.worktrees);
    const record = readRecord(value);
    const id = record && sessionOf(record, stem);
    if (!record || id === null) return;
    found.ids.add(id);
    const reader = readers.get(id) ?? new SessionReader({ id, projects, digest, now });
    readers.set(id, reader);
    reader.add(record, { file: `${stem}.jsonl`, line: number });
  };
  const { tooLong, isTorn } = await readLines(path, {
    line,
    isSkipped: isBookkeeping,
    longest: LONGEST,
    progress: (bytes) => progress.read(bytes),
  });
  found.leftOut.tooLong += tooLong;
  // Half a line that is being written is no broken one.
  if (isTorn && broken !== null && broken === last) {
    found.leftOut.broken--;
    found.leftOut.torn++;
  }
  return [...readers.values()].map((reader) => {
    const session = reader.end();
    return { ...session, folder, bornMs, writtenMs, isNamed: session.id === stem };
  });
}

function parsed(bytes: Buffer): unknown {
  try {
    // Some editors put a byte order mark at a file's beginning.
    return JSON.parse(bytes.toString('utf8').replace(/^\ufeff/, ''));
  } catch {
    return undefined;
  }
}

/** Claude Code notes where it made a worktree, and where from. */
function noteWorktree(value: unknown, worktrees: Map<string, string>): void {
  const record = fieldsOf(value);
  if (record.type !== 'worktree-state') return;
  const { worktreePath, originalCwd } = fieldsOf(record.worktreeSession);
  const [path, main] = [wordOf(worktreePath), wordOf(originalCwd)];
  if (path !== null && main !== null) worktrees.set(path, main);
}

function digest(text: string): string {
  return createHash('sha1').update(text).digest('hex');
}
