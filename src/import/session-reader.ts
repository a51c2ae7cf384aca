import type { Digest } from '../chronicle/event-id.ts';
import type { TranscriptPlace } from '../chronicle/provenance.ts';
import { isSessionId } from '../chronicle/session-id.ts';
import { commitEvent } from '../transcript/commit-event.ts';
import { planInPrompt } from '../transcript/plan-prompt.ts';
import { questionEvent } from '../transcript/question-event.ts';
import { Corrections, isRefusal } from '../transcript/refusals.ts';
import { Turns } from '../transcript/turns.ts';
import { isDenied } from './denial.ts';
import { ErrorStreaks } from './error-streaks.ts';
import type { MadeCommit, UnshownCommit } from './facts/commits.ts';
import { answeredQuestions } from './facts/dialogs.ts';
import { Commits } from './facts/listed-commits.ts';
import { isOwnFailure, obstacleOf } from './failure.ts';
import type { FoundEvent, Origin } from './found-event.ts';
import { FoundEvents } from './found-events.ts';
import { isAnswer, isFriction } from './friction.ts';
import { type MemoryWrite, memoryWriteOf } from './memory-writes.ts';
import { OpenCalls } from './open-calls.ts';
import { Pivots } from './pivots.ts';
import { isInterrupt, promptOf } from './prompt.ts';
import type { ReadSession } from './read-session.ts';
import type { ToolCall, ToolResult, TranscriptRecord } from './record.ts';
import { RecordTimes, recordId, wordOf } from './record.ts';
import { SessionPrompts } from './session-prompts.ts';
import { shownChange } from './shown-change.ts';

export interface ReaderOptions {
  id: string;
  /** Claude Code's directory of projects. */
  projects: string;
  /** SHA-1 and SHA-256 of a text, in hex. */
  sha1: Digest;
  sha256: Digest;
  /** The current time in milliseconds. */
  now: number;
}

interface OpenCall {
  call: ToolCall;
  origin: Origin;
  nth: number;
}

const PLANS = /[\\/]\.claude[\\/]plans[\\/]/;
const EDITS = /^(?:Edit|MultiEdit|Write|NotebookEdit)$/;

/** Reads the records of one session in one transcript, in order, and keeps what a chronicle needs. */
export class SessionReader {
  readonly #options: ReaderOptions;
  readonly #times: RecordTimes;
  /** Ids of the records read so far: some transcripts contain each line twice. */
  readonly #read = new Set<string>();
  readonly #calls = new OpenCalls<OpenCall>();
  readonly #corrections = new Corrections();
  readonly #streaks = new ErrorStreaks();
  readonly #commits: Commits;
  readonly #pivots: Pivots;
  readonly #prompts: SessionPrompts;
  readonly #turns = new Turns();
  readonly #events = new FoundEvents();
  readonly #writes: MemoryWrite[] = [];
  #cwd = '';
  #untimed = 0;

  constructor(options: ReaderOptions, commits = new Commits([])) {
    this.#options = options;
    this.#commits = commits;
    this.#times = new RecordTimes(options.now);
    this.#pivots = new Pivots(options.sha1);
    this.#prompts = new SessionPrompts(options.sha1);
  }

  /**
   * Reads the next record. Returns its corrected time; null if it was skipped: it belongs to a subagent, was read before, or
   * has no time.
   */
  add(record: TranscriptRecord, place: TranscriptPlace): number | null {
    if (record.isSidechain || this.#read.has(record.uuid)) return null;
    if (record.uuid !== '') this.#read.add(record.uuid);
    const at = this.#times.of(record.at);
    if (at === null) {
      if (promptOf(record) !== null) this.#untimed++;
      return null;
    }
    this.#cwd = record.cwd ?? this.#cwd;
    const origin = { id: recordId(record, this.#options.sha1), at, ...place };
    if (isInterrupt(record)) this.#corrections.interrupt();
    const prompt = promptOf(record);
    if (prompt !== null) this.#prompt(prompt, record, origin);
    if (record.type === 'assistant') this.#answer(record, origin);
    for (const [nth, call] of record.calls.entries()) this.#calls.open(call.id, { call, origin, nth });
    for (const result of record.results) this.#close(result, origin);
    return at;
  }

  /** Whether a record with this id was read. */
  hasRead(id: string): boolean {
    return this.#read.has(id);
  }

  /** Ends reading and returns the session. Call it once. */
  end(): ReadSession {
    this.#events.addCounts(this.#streaks.end());
    this.#events.add(this.#pivots.end());
    this.#events.add(this.#turns.end());
    this.#events.endTurn();
    return {
      id: this.#options.id,
      prompts: this.#prompts.list,
      found: this.#events.all,
      writes: this.#writes,
      bookkeeping: this.#prompts.bookkeeping,
      untimed: this.#untimed,
    };
  }

  #prompt(text: string, record: TranscriptRecord, origin: Origin): void {
    const isAgain = this.#prompts.isAgain(record);
    this.#events.addCounts(this.#streaks.end());
    this.#events.add(this.#pivots.end());
    this.#events.add(this.#turns.prompt(text, origin, isAgain));
    this.#events.endTurn();
    const corrections = planInPrompt(text) === null ? this.#corrections.prompt(text, origin) : [];
    if (corrections.length > 0) this.#turns.corrected();
    this.#events.add(corrections);
    this.#times.begin(origin.at);
    this.#prompts.add(text, record, this.#cwd, origin);
  }

  #answer({ texts }: TranscriptRecord, origin: Origin): void {
    this.#prompts.answer(origin.line);
    for (const text of texts) this.#turns.says(text, origin);
  }

  #close(result: ToolResult, origin: Origin): void {
    const open = this.#calls.close(result.callId);
    if (isRefusal(result)) this.#events.add(this.#corrections.refuse(open?.call ?? null, result, origin));
    else if (open && result.isError) this.#fail(open.call, result, origin);
    else if (open) this.#succeed(open, result, origin);
  }

  #fail(call: ToolCall, result: ToolResult, origin: Origin): void {
    const { text: error } = result;
    if (isAnswer(call, error) || isOwnFailure(call, error) || isFriction(call, error)) return;
    const isRun = !isDenied(result);
    if (isRun) this.#turns.failed();
    // Repeated denials are BLOCKED, never an ERROR.
    if (isRun || obstacleOf(error) !== null) this.#streaks.fail(call, error, origin);
  }

  #succeed({ call, origin: called, nth }: OpenCall, result: ToolResult, origin: Origin): void {
    const edit = editOf(call, result);
    this.#turns.called(edit);
    if (edit !== null) this.#streaks.edit(edit.path);
    this.#events.addCounts(this.#streaks.succeed(call, this.#cwd));
    const commits = this.#commits.of(call, result, { from: called.at, to: origin.at });
    this.#events.add(statedByCall(call, result, commits, origin));
    const write = memoryWriteOf(call, result, this.#options);
    if (write) this.#writes.push({ ...write, record: called.id, nth, at: called.at });
    else this.#events.add(this.#pivots.succeed(call, result, this.#cwd, origin, this.#turns.lastAnswer));
  }
}

/** The change that a call made to a file; null for others. A plan is a file, too, but no change. */
function editOf(call: ToolCall, result: ToolResult): { path: string; lines: string } | null {
  const path = wordOf(call.input.file_path) ?? wordOf(call.input.notebook_path);
  if (path === null || !EDITS.test(call.name) || PLANS.test(path)) return null;
  return shownChange(call, result) ?? { path, lines: '' };
}

/** What a successful call states: commits and answered questions. A plan is a title, not an event. */
function statedByCall(
  call: ToolCall,
  result: ToolResult,
  commits: readonly (MadeCommit | UnshownCommit)[],
  origin: Origin,
): FoundEvent[] {
  return [
    ...answeredQuestions(call, result).map((answered) => questionEvent(answered, origin)),
    ...commits.map((commit) => (commit.hash === null ? null : commitEvent(commit, origin))),
  ].filter((event) => event !== null);
}

/** The id of the session a record belongs to: its own, or else the transcript's; null if neither is valid. */
export function sessionOf({ sessionId }: TranscriptRecord, stem: string): string | null {
  return [sessionId, stem].find((id) => id !== null && isSessionId(id)) ?? null;
}
