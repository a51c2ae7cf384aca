/**
 * Surveys all transcripts: which sessions there are, what their prompts are, which are copies of others, and what they changed
 * in memory. It finds no facts, which takes longer than all the rest.
 */
import { statSync } from 'node:fs';
import { basename } from 'node:path';
import { sha1Of, sha256Of } from '#src/lib/digest.ts';
import { type TranscriptFile, transcriptFiles } from '#src/transcript/transcript-files.ts';
import { directoryName } from '#src/lib/directory-name.ts';
import type { Paths } from '#src/lib/paths.ts';
import { compare } from '#src/lib/compare.ts';
import { mergedSession, type SurveyedSession } from '#src/transcript/copies.ts';
import { type LeftOutLines, readValues } from '#src/transcript/lines.ts';
import { fieldsOf, sessionOf, wordOf } from '#src/transcript/records.ts';
import { SessionReducer } from '#src/transcript/reduce.ts';

/** A session in transcripts, and facts about those. */
export interface FoundSession extends SurveyedSession {
  /** Its transcripts, the one it is filed by first. */
  files: TranscriptFile[];
  folder: string;
  bornMs: number;
  /** When the transcript was last written, checked after reading it, in milliseconds. */
  writtenMs: number;
  /** Whether the transcript is named after the session. */
  isNamed: boolean;
}

export interface Progress {
  /** Gets the number of bytes to read. */
  total: (bytes: number) => void;
  read: (bytes: number) => void;
}

/** Everything read from transcripts. */
export interface Transcripts {
  sessions: FoundSession[];
  /** Every session with a transcript, even without a prompt or unreadable. */
  ids: Set<string>;
  /** The main checkout of each worktree that Claude Code made, by the worktree's path. */
  worktrees: Map<string, string>;
  files: number;
  bytes: number;
  leftOut: LeftOutCounts;
  unreadable: { path: string; error: unknown }[];
}

/** How many lines and files were skipped, and why. */
export interface LeftOutCounts extends LeftOutLines {
  subagents: number;
  refused: number;
}

/** What reading a transcript needs, and where it records sessions, worktrees and skipped lines. */
interface TranscriptReading extends Pick<Transcripts, 'ids' | 'worktrees' | 'leftOut'> {
  /** Claude Code's directory of projects. */
  projects: string;
  progress: Progress;
  /** The current time in milliseconds. */
  now: number;
}

/** Reads one transcript, which mostly contains one session. Throws the system's errors. */
function readTranscript(
  transcript: TranscriptFile,
  { projects, ids, worktrees, leftOut, progress, now }: TranscriptReading,
): FoundSession[] {
  const { path, stem, folder, bornMs } = transcript;
  const sessions = new SessionsOfFile(stem, { projects, now });
  const value = (parsed: unknown, line: number) => {
    noteWorktree(parsed, worktrees);
    sessions.add(parsed, line);
  };
  const { broken, torn, tooLong } = readValues(path, { value, progress: (bytes) => progress.read(bytes) });
  leftOut.broken += broken;
  leftOut.torn += torn;
  leftOut.tooLong += tooLong;
  // It may have grown since it was listed.
  const writtenMs = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? transcript.writtenMs;
  return sessions.end().map((session) => {
    ids.add(session.id);
    return { ...session, files: [transcript], folder, bornMs, writtenMs, isNamed: session.id === stem };
  });
}

/** The sessions in one transcript: mostly one. */
class SessionsOfFile {
  readonly #stem: string;
  readonly #options: Pick<TranscriptReading, 'projects' | 'now'>;
  readonly #reducers = new Map<string, SessionReducer>();

  constructor(stem: string, options: Pick<TranscriptReading, 'projects' | 'now'>) {
    this.#stem = stem;
    this.#options = options;
  }

  /** Reads the next value. Returns whether its session has a prompt that was answered. */
  add(value: unknown, line: number): boolean {
    const id = sessionOf(value, this.#stem);
    if (id === null) return false;
    const known = this.#reducers.get(id);
    const reducer = known ?? SessionReducer.survey({ id, ...this.#options, sha1: sha1Of, sha256: sha256Of });
    if (!known) this.#reducers.set(id, reducer);
    reducer.add(value, { file: `${this.#stem}.jsonl`, line });
    return reducer.hasAnsweredPrompt;
  }

  end(): SurveyedSession[] {
    return [...this.#reducers.values()].flatMap((reducer) => (reducer.hasMessage ? [reducer.endSurvey()] : []));
  }
}

/** Whether a transcript has a prompt of a person, also one without a time. Reads no further than its answer. Throws if it cannot be read. */
export function hasPrompt(path: string, options: Pick<TranscriptReading, 'projects' | 'now'>): boolean {
  const sessions = new SessionsOfFile(basename(path, '.jsonl'), options);
  const { tooLong } = readValues(path, { value: (value, line) => sessions.add(value, line) });
  // A line that is too long may be a prompt with pictures.
  return tooLong > 0 || sessions.end().some(({ prompts, untimed }) => prompts.length + untimed > 0);
}

/** Claude Code records the worktrees it makes, and the checkout they belong to. */
function noteWorktree(value: unknown, worktrees: Map<string, string>): void {
  const record = fieldsOf(value);
  if (record.type !== 'worktree-state') return;
  const { worktreePath, originalCwd } = fieldsOf(record.worktreeSession);
  const [path, main] = [wordOf(worktreePath), wordOf(originalCwd)];
  if (path !== null && main !== null) worktrees.set(path, main);
}

/** Reads every transcript once. Unreadable files and broken lines are counted and skipped. */
export function readTranscripts(paths: Paths, progress: Progress, now: number): Transcripts {
  const { files, subagents, refused, unread, unreadable } = transcriptFiles(paths);
  const leftOut = { broken: 0, torn: 0, tooLong: 0, subagents, refused };
  const found: Transcripts = {
    sessions: [],
    ids: new Set(unread),
    worktrees: new Map(),
    files: files.length,
    bytes: 0,
    leftOut,
    unreadable,
  };
  const sessions = new Map<string, FoundSession>();
  found.bytes = files.reduce((sum, { size }) => sum + size, 0);
  progress.total(found.bytes);
  for (const file of files.toSorted((a, b) => a.bornMs - b.bornMs || compare(a.path, b.path))) {
    try {
      for (const session of readTranscript(file, { ...found, projects: paths.projects, progress, now }))
        gather(sessions, session);
    } catch (error) {
      found.ids.add(file.stem);
      unreadable.push({ path: file.path, error });
    }
  }
  found.sessions = [...sessions.values()];
  return found;
}

/**
 * Merges the transcripts of a session. The one named after the session comes before its copies; of several, the one in
 * the folder of the session's own directory, else the earliest.
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
  const files = [...first.files, ...second.files];
  sessions.set(session.id, { ...first, ...mergedSession(first, second), files, writtenMs });
}

function rank({ isNamed, folder, prompts }: FoundSession): number {
  const isAtHome = prompts.some(({ cwd }) => cwd !== '' && directoryName(cwd) === folder);
  return (isNamed ? 2 : 0) + (isAtHome ? 1 : 0);
}
