import { createHash } from 'node:crypto';
import { mergedSession, type ReadSession } from '../../backfill/read-session.ts';
import { fieldsOf, readRecord, wordOf } from '../../backfill/record.ts';
import { SessionReader, sessionOf } from '../../backfill/session-reader.ts';
import type { Layout } from '../../project/paths.ts';
import { isBookkeeping } from './bookkeeping.ts';
import { readLines } from './read-lines.ts';
import { type TranscriptFile, transcriptFiles } from './transcript-files.ts';

/** A session of the transcripts, with the transcript that tells of it first. */
export interface FoundSession extends ReadSession {
  folder: string;
  bornMs: number;
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
export async function readTranscripts(layout: Layout, progress: Progress): Promise<Transcripts> {
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
      for (const session of await readTranscript(file, layout, { found, progress }))
        gather(sessions, session, file.stem);
    } catch (error) {
      unreadable.push({ path: file.path, error });
    }
  }
  found.sessions = [...sessions.values()];
  return found;
}

/** The transcript that is named after a session tells of it before one that copied it. */
function gather(sessions: Map<string, FoundSession>, session: FoundSession, stem: string): void {
  const known = sessions.get(session.id);
  const [first, second] = known && stem === session.id ? [session, known] : [known ?? session, session];
  sessions.set(session.id, known ? { ...first, ...mergedSession(first, second) } : session);
}

async function readTranscript(
  { path, stem, folder, bornMs }: TranscriptFile,
  { projects }: Layout,
  { found, progress }: { found: Transcripts; progress: Progress },
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
    const reader = readers.get(id) ?? new SessionReader({ id, projects, digest });
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
  return [...readers.values()].map((reader) => ({ ...reader.end(), folder, bornMs }));
}

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
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
