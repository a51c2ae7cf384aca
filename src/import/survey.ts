/** Surveys all transcripts: which sessions there are, and what their prompts are, which tells copies from originals. */
import { statSync } from 'node:fs';
import { basename } from 'node:path';
import { compare } from '#src/lib/compare.ts';
import { sha1Of } from '#src/lib/digest.ts';
import { directoryName } from '#src/lib/directory-name.ts';
import type { Paths } from '#src/lib/paths.ts';
import { mergedSession, type SurveyedSession } from '#src/transcript/copies.ts';
import { type LeftOutLines, readValues } from '#src/transcript/lines.ts';
import { sessionOf } from '#src/transcript/records.ts';
import { SessionReducer } from '#src/transcript/reduce.ts';
import { type TranscriptFile, transcriptFiles } from '#src/transcript/transcript-files.ts';

/** A session in transcripts, and what is known of those. */
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

/** How many bytes there are to read, and how many were read since the last call. */
export interface Progress {
  total(bytes: number): void;
  read(bytes: number): void;
}

/** Everything read from transcripts. */
export interface Transcripts {
  sessions: FoundSession[];
  /** Every session with a transcript, even without a prompt or unreadable. */
  ids: Set<string>;
  files: number;
  /** How many lines and files were skipped, by reason. */
  leftOut: LeftOutLines & { subagents: number; refused: number };
  unreadable: { path: string; error: unknown }[];
}

/** Reads every transcript once. Unreadable files and broken lines are counted and skipped. `now` is in milliseconds. */
export function readTranscripts(
  paths: Pick<Paths, 'projects' | 'config'>,
  progress: Progress,
  now: number,
): Transcripts {
  const { files, subagents, refused, unread, unreadable } = transcriptFiles(paths);
  const leftOut = { broken: 0, torn: 0, tooLong: 0, subagents, refused };
  const ids = new Set(unread);
  const sessions = new Map<string, FoundSession>();
  progress.total(files.reduce((sum, { size }) => sum + size, 0));
  for (const file of files.toSorted((a, b) => a.bornMs - b.bornMs || compare(a.path, b.path))) {
    const { path, stem, folder, bornMs } = file;
    try {
      const read = sessionsOf(stem, { projects: paths.projects, now });
      const lines = readValues(path, {
        value(value, line) {
          read.add(value, line);
        },
        progress: (bytes) => progress.read(bytes),
      });
      for (const reason of ['broken', 'torn', 'tooLong'] as const) leftOut[reason] += lines[reason];
      // It may have grown since it was listed.
      const writtenMs = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? file.writtenMs;
      for (const own of read.end()) {
        ids.add(own.id);
        gather(sessions, { ...own, files: [file], folder, bornMs, writtenMs, isNamed: own.id === stem });
      }
    } catch (error) {
      ids.add(stem);
      unreadable.push({ path, error });
    }
  }
  return { sessions: [...sessions.values()], ids, files: files.length, leftOut, unreadable };
}

interface Reading {
  /** Claude Code's directory of projects. */
  projects: string;
  /** The current time in milliseconds. */
  now: number;
}

/** Whether a transcript has a prompt of a person, also one without a time. Reads no further than its answer. Throws if it cannot be read. */
export function hasPrompt(path: string, options: Reading): boolean {
  const { add, end } = sessionsOf(basename(path, '.jsonl'), options);
  // A line that is too long may be a prompt with pictures.
  if (readValues(path, { value: add }).tooLong > 0) return true;
  return end().some(({ prompts, untimed }) => prompts.length + untimed > 0);
}

/** Reads the sessions in one transcript: mostly one. `add` returns whether the value's session has a prompt that was answered. */
function sessionsOf(stem: string, options: Reading) {
  const sessions = new Map<string, SessionReducer>();
  return {
    add(value: unknown, line: number): boolean {
      const id = sessionOf(value, stem);
      if (id === null) return false;
      const reducer = sessions.get(id) ?? SessionReducer.survey({ id, ...options, sha1: sha1Of });
      sessions.set(id, reducer);
      reducer.add(value, { file: `${stem}.jsonl`, line });
      return reducer.hasAnsweredPrompt;
    },
    end: (): SurveyedSession[] =>
      [...sessions.values()].flatMap((reducer) => (reducer.hasMessage ? [reducer.endSurvey()] : [])),
  };
}

/**
 * Merges the transcripts of a session. The one named after the session comes before its copies; of several, the one in
 * the folder of the session's own directory, else the earliest.
 */
function gather(sessions: Map<string, FoundSession>, session: FoundSession): void {
  const known = sessions.get(session.id);
  const [first, second] = known && rank(known) >= rank(session) ? [known, session] : [session, known];
  if (!second) {
    sessions.set(session.id, first);
    return;
  }
  const isCopy = first.isNamed && !second.isNamed;
  const writtenMs = isCopy ? first.writtenMs : Math.max(first.writtenMs, second.writtenMs);
  const files = [...first.files, ...second.files];
  sessions.set(session.id, { ...first, ...mergedSession(first, second), files, writtenMs });
}

function rank({ isNamed, folder, prompts }: FoundSession): number {
  const isAtHome = prompts.some(({ cwd }) => cwd !== '' && directoryName(cwd) === folder);
  return (isNamed ? 2 : 0) + (isAtHome ? 1 : 0);
}
