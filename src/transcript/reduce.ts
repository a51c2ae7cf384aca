/**
 * Reduces the records of one session's transcripts, in order, to what they show:
 *
 *     lines -> records -> SessionReducer -> prompts, facts, found events
 *
 * This file decides what is read at all (not what is of another session, copied, written twice, or the host's), when it
 * happened, under which prompt, and which result belongs to which call. `session-facts.ts` and `session-events.ts` collect.
 */
import type { Digest } from '#src/format/event-id.ts';
import { isSessionId } from '#src/format/session-id.ts';
import type { FactsBody, HarvestedFacts } from './facts.ts';
import type { TranscriptPlace } from '#src/format/event-source.ts';
import { beginningLines } from './clean-line.ts';
import { Commits, type ListedCommit, type MissingCommit } from './commit-list.ts';
import { SeenRecords, type SurveyedSession } from './copies.ts';
import { projectPath } from './changed-files.ts';
import type { FoundEvent } from './found.ts';
import { type Moment, OpenCalls, RecordTimes, SLACK } from './moments.ts';
import { isForObserver, isInterrupt, isObserver, promptIn, promptOf, typedCommand, typedOutput } from './prompts.ts';
import {
  type HostRecord,
  type QueueRecord,
  readHostRecord,
  readRecord,
  recordId,
  type ToolCall,
  type ToolResult,
  type TranscriptRecord,
} from './records.ts';
import { SessionEvents } from './session-events.ts';
import { SessionFacts } from './session-facts.ts';
import { PromptQueue, type QueuedPrompt, SessionPrompts } from './session-prompts.ts';

export interface ReducerOptions {
  id: string;
  /** Claude Code's directory of projects. */
  projects: string;
  /** SHA-1 of a text, in hex. */
  sha1: Digest;
  /** The current time in milliseconds. */
  now: number;
}

export interface HarvestOptions extends ReducerOptions {
  /** The root of the session's project; paths inside it become relative. Empty if unknown. */
  project: string;
  /** When a fork began, in milliseconds: older records are copies of its parent's. Null for other sessions. */
  began: number | null;
  /** Commits that git lists for the time of the session. */
  listed?: readonly ListedCommit[];
  /** The address of the checkout's remote; empty without one. */
  remote?: string;
}

/** What the transcripts of one session show. Texts are without secrets only after `withSafeTexts`. */
export interface Harvest {
  id: string;
  facts: HarvestedFacts;
  /** In order of their records. */
  events: FoundEvent[];
  /** Commits that only commands tell of: git may list them. */
  missing: readonly MissingCommit[];
}

/** A call that waits for its result. */
interface OpenCall {
  call: ToolCall;
  /** When and where it was made. */
  called: Moment;
  /** Its index in the record. */
  nth: number;
}

const MOST_DIFFS = 100;
const LONGEST_DIFF = 2000;

/** Reads the records of one session. It keeps no record, and never throws: a bad record is left out. */
export class SessionReducer {
  readonly #options: ReducerOptions & Partial<HarvestOptions>;
  readonly #clock: RecordTimes;
  readonly #seen: SeenRecords;
  /** Those of subagents. */
  readonly #seenBelow = new SeenRecords();
  readonly #queue = new PromptQueue();
  readonly #calls = new OpenCalls<OpenCall>();
  readonly #prompts: SessionPrompts;
  readonly #commits: Commits;
  /** Null if only prompts are wanted. */
  readonly #facts: SessionFacts | null;
  readonly #events: SessionEvents | null;
  /** The last message: prompts without a record of their own take its directory and branch. */
  #last: TranscriptRecord = NO_RECORD;
  #cwd = '';
  #hasMessage = false;
  #untimed = 0;
  #isWorking = false;
  #isObserver = false;
  /** The shell command that the person ran last, while its output is not read. */
  #typed: OpenCall | null = null;

  private constructor(options: ReducerOptions & Partial<HarvestOptions>, wanted: 'prompts' | 'everything') {
    const { now, sha1, listed = [] } = options;
    this.#options = options;
    this.#clock = new RecordTimes(now);
    this.#seen = new SeenRecords(wanted === 'everything');
    this.#prompts = new SessionPrompts(sha1);
    this.#commits = new Commits(listed);
    this.#facts = wanted === 'everything' ? new SessionFacts(options) : null;
    this.#events = wanted === 'everything' ? new SessionEvents() : null;
  }

  /** For everything that the transcripts show. */
  static full(options: HarvestOptions): SessionReducer {
    return new SessionReducer(options, 'everything');
  }

  /** For a survey of all sessions: prompts, which tell copies from originals. Takes a fifth of the time. */
  static survey(options: ReducerOptions): SessionReducer {
    return new SessionReducer(options, 'prompts');
  }

  /** Reads the next line of a transcript, as parsed. */
  add(value: unknown, place: TranscriptPlace): void {
    const note = readHostRecord(value);
    if (note !== null) {
      if (this.#isOwn(note.sessionId)) this.#note(note, place);
      return;
    }
    const record = readRecord(value);
    if (record !== null) this.#hasMessage = true;
    if (record?.isSidechain && this.#facts === null) return;
    if (record?.isSidechain) this.addSubagent(value, place);
    else if (
      record !== null &&
      this.#isOwn(record.sessionId) &&
      !this.#isCopy(record.at) &&
      !this.#seen.isAgain(record)
    )
      this.#message(record, place);
  }

  /** Reads the next line of a transcript of one of the session's subagents: only files, commits and tokens count. */
  addSubagent(value: unknown, place: TranscriptPlace): void {
    const record = readRecord(value);
    if (record === null || !this.#isOwn(record.sessionId) || this.#isCopy(record.at)) return;
    if (this.#seenBelow.isAgain(record) || record.at === null || this.#facts === null) return;
    this.#subagent(record, record.at, place, this.#facts);
  }

  #subagent(record: TranscriptRecord, at: number, place: TranscriptPlace, facts: SessionFacts): void {
    const id = recordId(record, this.#options.sha1);
    const moment = { id, at, prompt: facts.promptAt(at), ...place };
    if (record.answer !== null) facts.subagentAnswer(record.answer);
    for (const [nth, call] of record.calls.entries()) this.#calls.open(call.id, { call, called: moment, nth });
    for (const result of record.results) {
      const open = this.#calls.close(result.callId);
      if (open === null) continue;
      const commits = this.#commits.of(open.call, result, { from: open.called.at, to: at });
      facts.subagentResult({ ...open, result, commits }, moment, record.cwd ?? this.#cwd);
    }
  }

  /** What a survey needs. Ends reading: call it, or `end`, once. */
  endSurvey(): SurveyedSession {
    this.#endQueue();
    return {
      id: this.#options.id,
      prompts: this.#prompts.list,
      bookkeeping: this.#prompts.bookkeeping,
      untimed: this.#untimed,
    };
  }

  /** Everything. Ends reading. */
  end(): Harvest {
    const [collected, found] = [this.#facts, this.#events];
    if (collected === null || found === null) throw new Error('A survey has no facts.');
    this.#endQueue();
    const { id, project = '' } = this.#options;
    const { facts, finalHash } = collected.end(id, (record) => this.#seen.hasId(record));
    const events = found.end(facts.prompts, finalHash);
    const diffs = diffsOf(events, project);
    const excerpts = found.excerptsOf(events);
    return {
      id,
      facts: { ...facts, diffs, excerpts },
      events,
      missing: this.#commits.missing,
    };
  }

  /** Whether a prompt was read and answered: some callers need no more. */
  get hasAnsweredPrompt(): boolean {
    return this.#prompts.current !== null && this.#prompts.isAnswered;
  }

  /** Whether a message of the session was read, also one without a time. */
  get hasMessage(): boolean {
    return this.#hasMessage;
  }

  #endQueue(): void {
    for (const queued of this.#queue.end()) this.#unrecorded(queued);
  }

  #note(note: HostRecord, place: TranscriptPlace): void {
    if (note.kind === 'queue') {
      if (!this.#isCopy(note.at)) this.#queued(note, place);
    } else this.#facts?.note(note, this.#isCopy('at' in note ? note.at : null), this.#last.at);
  }

  #queued(record: QueueRecord, place: TranscriptPlace): void {
    const text = record.text === null ? null : promptIn([record.text]);
    const isKnown = record.operation === 'enqueue' || record.text === null;
    if (isKnown || text !== null) this.#queue.note({ ...record, text }, place, this.#isWorking);
  }

  #message(record: TranscriptRecord, place: TranscriptPlace): void {
    const prompt = this.#isObserver ? null : promptOf(record);
    // A notification may be queued in words like a person's: its message tells that it is the host's.
    const said = prompt ?? (record.isHosts && record.results.length === 0 ? (record.texts[0] ?? null) : null);
    const queued = said === null ? null : this.#queue.recorded(said, record.isQueued);
    // The attachment with a queued prompt comes before the next answer, but results of calls may come before it.
    if (record.type === 'assistant' || (prompt !== null && !record.isQueued))
      for (const absorbed of this.#queue.absorbed()) this.#unrecorded(absorbed);
    const at = this.#clock.of(record.at);
    if (at === null) {
      if (prompt !== null) this.#untimed++;
      return;
    }
    this.#last = record;
    this.#cwd = record.cwd ?? this.#cwd;
    const id = recordId(record, this.#options.sha1);
    if (isInterrupt(record)) this.#interrupt();
    if (prompt !== null) {
      const isQueued = record.isQueued || (queued?.isMidTurn ?? false);
      const typedAt = queued?.at ?? at;
      this.#prompt(prompt, record, { id, at, ...place }, { typedAt, isQueued, isTurn: !record.isQueued });
    }
    const moment = { id, at, prompt: this.#prompts.current, ...place };
    this.#facts?.message(record, at, this.#cwd);
    if (record.type === 'assistant') this.#answer(record, moment);
    this.#typedCommand(record, moment);
    for (const [nth, call] of record.calls.entries()) {
      this.#calls.open(call.id, { call, called: moment, nth });
      this.#facts?.call(call, moment);
    }
    for (const result of record.results) this.#result(result, moment);
    const texts = prompt !== null ? [prompt] : record.type === 'assistant' ? record.texts : [];
    this.#events?.said(id, texts, prompt !== null);
  }

  #interrupt(): void {
    this.#isWorking = false;
    this.#facts?.interrupt();
    this.#events?.interrupt();
  }

  #prompt(
    text: string,
    record: TranscriptRecord,
    place: Omit<Moment, 'prompt'>,
    { typedAt, ...how }: { typedAt: number; isQueued: boolean; isTurn: boolean },
  ): void {
    if (this.#prompts.current === null && isObserver(text)) {
      this.#isObserver = true;
      return;
    }
    const isAgain = this.#prompts.isAgain(record);
    this.#events?.prompt(text, { ...place, prompt: this.#prompts.current }, isAgain);
    this.#clock.begin(place.at);
    this.#prompts.add(text, record, this.#cwd, place, isAgain);
    this.#facts?.prompt(text, { ...place, at: typedAt, prompt: this.#prompts.current }, { ...how, isAgain });
    this.#isWorking = true;
  }

  #answer(record: TranscriptRecord, moment: Moment): void {
    if (!this.#prompts.isAnswered && this.#prompts.current !== null && isForObserver(record)) {
      this.#isObserver = true;
      this.#prompts.clear();
      this.#facts?.clearPrompts();
    }
    this.#prompts.answer(moment.line);
    this.#isWorking = record.calls.length > 0 || record.answer?.stopReason === 'tool_use';
    this.#facts?.answer(record, moment.at);
    this.#events?.answer(record, moment);
  }

  #result(result: ToolResult, moment: Moment): void {
    this.#isWorking = true;
    const open = this.#calls.close(result.callId);
    if (this.#facts === null || this.#events === null) return;
    const commits = open && this.#commits.of(open.call, result, { from: open.called.at, to: moment.at });
    const done = { ...open, result, commits: commits ?? [] };
    if (open !== null) this.#facts.result({ ...done, ...open }, moment);
    this.#events.result(done, moment, this.#cwd);
  }

  /** A person may commit with `!`: the host records the command and its output as two messages. */
  #typedCommand(record: TranscriptRecord, moment: Moment): void {
    if (this.#facts === null || this.#events === null) return;
    const command = typedCommand(record);
    if (command !== null) this.#typed = { call: { id: '', name: 'Bash', input: { command } }, called: moment, nth: 0 };
    const text = this.#typed === null ? null : typedOutput(record);
    if (this.#typed === null || text === null) return;
    const { call, called } = this.#typed;
    this.#typed = null;
    const result = { callId: '', text, isError: false, denialKind: null, noted: {} };
    const commits = this.#commits.of(call, result, { from: called.at, to: moment.at });
    this.#facts.committed(commits, moment);
    this.#events.committed(commits, moment);
  }

  /** A prompt that only the host's records about the queue tell of. */
  #unrecorded({ text, id, at, place, isMidTurn }: QueuedPrompt): void {
    if (text === null || text === '' || this.#isObserver) return;
    const { cwd, branch, isHeadless } = this.#last;
    const record: TranscriptRecord = { ...NO_RECORD, cwd, branch, isHeadless, uuid: id, at, texts: [text] };
    const corrected = this.#seen.isAgain(record) ? null : this.#clock.of(at);
    if (corrected === null) return;
    const origin = { id: recordId(record, this.#options.sha1), at: corrected, ...place };
    this.#prompt(text, record, origin, { typedAt: corrected, isQueued: isMidTurn, isTurn: false });
  }

  /** Whether a record belongs to this session. Records without a session's id do. */
  #isOwn(sessionId: string | null): boolean {
    return sessionId === null || sessionId === this.#options.id || !isSessionId(sessionId);
  }

  #isCopy(at: number | null): boolean {
    const { began = null } = this.#options;
    return began !== null && at !== null && at < began;
  }
}

const NO_RECORD: TranscriptRecord = {
  type: 'user',
  uuid: '',
  parent: null,
  sessionId: null,
  at: null,
  cwd: null,
  branch: null,
  isHeadless: false,
  isSidechain: false,
  isHosts: false,
  isSummary: false,
  isQueued: true,
  answer: null,
  texts: [],
  hasPicture: false,
  calls: [],
  results: [],
};

/** The changes behind pivots and errors. Paths inside the project are relative, as they are in the list of files. */
function diffsOf(events: readonly FoundEvent[], project: string): FactsBody['diffs'] {
  return events
    .flatMap(({ diff, origin }) => (diff === undefined ? [] : [{ record: origin.id, ...diff }]))
    .slice(0, MOST_DIFFS)
    .map(({ record, path, lines }) => ({
      record,
      path: projectPath(path, { project, start: project, cwd: project }),
      lines: beginningLines(lines, LONGEST_DIFF + SLACK),
    }));
}
