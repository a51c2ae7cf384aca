/**
 * The history of Claude Code's memory files: when each was written and changed. A project's history has one JSON object per
 * line, in `memory-ledger.jsonl`:
 *
 *     {"id": "l-12150d", "at": "2026-08-04T08:23:05Z", "source": "retro", "action": "new",
 *      "file": "feedback_money.md", "session_id": "…", "events": ["<session_id>#e-133549"], "before": null, "after": "b91d…"}
 */
import * as z from 'zod/mini';
import { type Problem, problemAt } from '#src/format/problem.ts';
import { isDay } from '#src/lib/calendar-day.ts';
import { asText } from '#src/lib/latin1.ts';
import type { Project } from '#src/lib/project.ts';
import { shellWord } from '#src/lib/words.ts';
import { readBytes } from './file-bytes.ts';
import type { MemoryText } from './memory-text.ts';
import { parseJson } from '#src/lib/json-object.ts';

const SOURCES = ['retro', 'seen'] as const;
const ACTIONS = ['new', 'strengthen', 'stale', 'delete', 'changed', 'undo'] as const;
const HASH = z.nullable(z.string());

const lineSchema = z.object({
  id: z.string().check(z.minLength(1)),
  at: z.string().check(z.refine((text) => isDay(text.slice(0, 10)) && !Number.isNaN(Date.parse(text)))),
  source: z.enum(SOURCES),
  action: z.enum(ACTIONS),
  // The name becomes an address; memories have no subdirectories.
  file: z.string().check(z.regex(/^[^/\\]+\.md$/)),
  session_id: z.string(),
  events: z.array(z.string()),
  before: HASH,
  after: HASH,
  dated: z.optional(z.literal('file')),
});

/**
 * One change of a memory file. `events` are `<session_id>#e-…`, or `#n-…` for notes; `before` and `after` are the SHA-256 of its bytes, null for
 * no file. `dated: file` marks an `at` that is only the date of the file.
 */
export type HistoryLine = z.infer<typeof lineSchema>;

/** Reads a history. An invalid line is a problem and skipped; blank lines are fine. Never throws. */
export function parseHistory(text: string): { value: HistoryLine[]; problems: Problem[] } {
  const value: HistoryLine[] = [];
  const problems: Problem[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const read = lineSchema.safeParse(parseJson(line));
    if (read.success) value.push(read.data);
    else {
      const fault = line === NO_TEXT ? 'it is not UTF-8' : faultOf(read.error);
      problems.push(problemAt('CHRONICLE_LEDGER_LINE', index + 1, 1, fault));
    }
  }
  return { value, problems };
}

/** The lines of a project's history; none if there is no file. */
export function readHistory(path: string): HistoryLine[] {
  return parseHistory(asText(readBytes(path) ?? '')).value;
}

/** A memory file on disk. */
export interface MemoryFile {
  project: Project;
  /** The file's name: `feedback_money.md`. */
  file: string;
  /** When the file was created according to the disk, UTC. */
  fileDate: string;
  text: MemoryText;
}

/** The index of a project's memories. */
export interface MemoryIndex {
  project: Project;
  /** Empty if unreadable. */
  text: string;
  /** Why it cannot be read, as the end of a sentence. */
  fault?: string;
}

/** A line of history, in its project. */
export interface MemoryChange extends HistoryLine {
  project: Project;
}

/** Everything known of one memory file, from its history and the disk. */
export interface MemoryHistory {
  project: Project;
  file: string;
  /** When it was first written, UTC: the first line of history, else the date of the file; null if neither is known. */
  born: { at: string; isFileDate: boolean } | null;
  /** Oldest first. Empty if nothing was recorded. */
  changes: MemoryChange[];
}

/** The history of every memory that was recorded or is on the disk. A repeated line counts once. */
export function memoryHistories(
  changes: readonly MemoryChange[],
  files: readonly Pick<MemoryFile, 'project' | 'file' | 'fileDate'>[],
): MemoryHistory[] {
  const histories = new Map<string, MemoryHistory>();
  const historyOf = (project: Project, file: string): MemoryHistory => {
    const key = `${project.slug}\n${file}`;
    const history = histories.get(key) ?? { project, file, born: null, changes: [] };
    histories.set(key, history);
    return history;
  };
  for (const change of inOrder(changes)) historyOf(change.project, change.file).changes.push(change);
  for (const history of histories.values()) {
    const [first] = history.changes;
    if (first) history.born = { at: first.at, isFileDate: first.dated === 'file' };
  }
  for (const { project, file, fileDate } of files) {
    const history = historyOf(project, file);
    history.born ??= { at: fileDate, isFileDate: true };
  }
  return [...histories.values()];
}

/** Histories of several machines may have the same line. */
function inOrder(changes: readonly MemoryChange[]): MemoryChange[] {
  const byId = new Map(changes.map((change) => [`${change.project.slug}\n${change.id}`, change]));
  // Lines of hooks have whole seconds. Within one, their order in the file counts.
  const second = ({ at }: MemoryChange) => Math.floor(Date.parse(at) / 1000);
  return [...byId.values()].sort((a, b) => second(a) - second(b));
}

/** The command for a person that applies or skips a proposal of a project, from any directory. */
export function decideCommand(verb: 'apply' | 'skip', proposal: string, project: string): string {
  return `chronicle memory ${verb} ${proposal} --project ${wordOf(project)}`;
}

function wordOf(text: string): string {
  return /^\w[\w.-]*$/.test(text) ? text : shellWord(text);
}

/** Replaces a line whose bytes are not text. */
export const NO_TEXT = '\ufffd';

function faultOf({ issues }: z.core.$ZodError): string {
  const key = issues[0]?.path[0];
  return key === undefined ? 'it is not a JSON object' : `its "${String(key)}" is missing or invalid`;
}
