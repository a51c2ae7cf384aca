import type { Digest } from '../chronicle/event-id.ts';
import { isSessionId } from '../chronicle/session-id.ts';
import type { Candidate, Origin } from './candidate.ts';
import { beginning } from './clean-line.ts';
import { Corrections, isRefusal } from './corrections.ts';
import { ErrorStreaks } from './error-streaks.ts';
import { frictionOf, isAnswer } from './friction.ts';
import { MemoryReads } from './memory-reads.ts';
import { type MemoryWrite, memoryWriteOf } from './memory-writes.ts';
import { Pivots } from './pivots.ts';
import { isInterrupt, promptOf } from './prompt.ts';
import type { ReadSession, SessionPrompt } from './read-session.ts';
import type { ToolCall, ToolResult, TranscriptRecord } from './record.ts';

/** Where a record stands. */
export interface Place {
  /** The transcript's name. */
  file: string;
  /** From 1. */
  line: number;
}

export interface ReaderOptions {
  id: string;
  /** Claude Code's directory of projects. */
  projects: string;
  digest: Digest;
  /** The clock, in milliseconds. */
  now: number;
}

interface OpenCall {
  call: ToolCall;
  origin: Origin;
  nth: number;
}

/** Calls that never got an answer are let go of beyond this many. */
const MOST_OPEN = 500;
/** A session is called by how it begins, which takes a line; a secret in it has to be whole to be known for one. */
const KEPT = 400;
/** Clocks of two machines and of two zones differ by less than that (ms). */
const DAY = 86_400_000;
const PLAIN_ID = /^[\w.:-]{1,80}$/;

/** Reads one session's records of one transcript, in their order, and keeps only what a chronicle needs. */
export class SessionReader {
  readonly #options: ReaderOptions;
  readonly #calls = new Map<string, OpenCall>();
  readonly #corrections = new Corrections();
  readonly #streaks = new ErrorStreaks();
  readonly #pivots: Pivots;
  readonly #reads: MemoryReads;
  readonly #prompts: (SessionPrompt & { parent: string | null })[] = [];
  readonly #candidates: Candidate[] = [];
  readonly #writes: MemoryWrite[] = [];
  readonly #friction = new Map<string, number>();
  #at: number | null = null;
  #cwd = '';
  #branch: string | null = null;
  #hasAnswer = false;
  #books: number | null = null;

  constructor(options: ReaderOptions) {
    this.#options = options;
    this.#pivots = new Pivots(options.digest);
    this.#reads = new MemoryReads(options.projects);
  }

  /** The next record. One of a subagent changes nothing. */
  add(record: TranscriptRecord, place: Place): void {
    if (record.isSidechain) return;
    this.#at = this.#timeOf(record);
    if (this.#at === null) return;
    this.#cwd = record.cwd ?? this.#cwd;
    this.#branch = record.branch;
    const origin = { id: this.#idOf(record), at: this.#at, ...place };
    if (isInterrupt(record)) this.#corrections.interrupt();
    const prompt = promptOf(record);
    if (prompt !== null) this.#prompt(prompt, record, origin);
    if (record.type === 'assistant') this.#answer(place.line);
    for (const [nth, call] of record.calls.entries()) this.#open({ call, origin, nth });
    for (const result of record.results) this.#close(result, origin);
  }

  /** What was read. The reader is of no use afterwards. */
  end(): ReadSession {
    this.#found(this.#streaks.end());
    this.#count('failure that did not repeat', this.#streaks.single);
    this.#count('refused or stopped without a word', this.#corrections.unsaid);
    return {
      id: this.#options.id,
      prompts: this.#prompts.map(({ parent: _, ...prompt }) => prompt),
      candidates: this.#candidates,
      writes: this.#writes,
      friction: this.#friction,
      books: this.#books ?? 0,
    };
  }

  /** A time long before the session's first prompt or in the future tells nothing: then it is that of the record before. */
  #timeOf({ at }: TranscriptRecord): number | null {
    const latest = this.#options.now + DAY;
    if (at === null || this.#at === null || this.#at > latest) return at ?? this.#at;
    const begun = this.#prompts[0]?.at;
    return at > latest || (begun !== undefined && at < begun - DAY) ? this.#at : at;
  }

  #prompt(text: string, { parent, isHeadless }: TranscriptRecord, origin: Origin): void {
    const last = this.#prompts.at(-1);
    // Taken back into the input before the model said a word, and sent again in other words.
    const isAgain = last !== undefined && !this.#hasAnswer && last.parent === parent && parent !== null;
    if (isAgain) this.#prompts.pop();
    this.#hasAnswer = false;
    this.#found(this.#streaks.end());
    this.#found(this.#corrections.prompt(text, origin));
    const { id, at, file, line } = origin;
    const key = this.#options.digest(`${at}\n${text.slice(0, 1000)}`);
    const place = { cwd: this.#cwd, branch: this.#branch, isHeadless };
    this.#prompts.push({ id, key, at, file, line, text: beginning(text, KEPT), parent, ...place });
  }

  #answer(line: number): void {
    this.#hasAnswer = true;
    const [first] = this.#prompts;
    if (first) this.#books ??= line - first.line;
  }

  #open(open: OpenCall): void {
    if (this.#calls.size >= MOST_OPEN) this.#calls.delete(this.#calls.keys().next().value ?? '');
    this.#calls.set(open.call.id, open);
  }

  #close(result: ToolResult, origin: Origin): void {
    const open = this.#calls.get(result.callId);
    this.#calls.delete(result.callId);
    if (isRefusal(result)) this.#found(this.#corrections.refuse(open?.call ?? null, result, origin));
    else if (open && result.isError) this.#fail(open.call, result.text, origin);
    else if (open) this.#succeed(open, result, origin);
  }

  #fail(call: ToolCall, error: string, origin: Origin): void {
    if (isAnswer(call, error)) return;
    const friction = frictionOf(call, error);
    if (friction !== null) this.#count(friction, 1);
    else this.#streaks.fail(call, error, origin);
  }

  #succeed({ call, origin: called, nth }: OpenCall, result: ToolResult, origin: Origin): void {
    const { projects } = this.#options;
    this.#found(this.#streaks.succeed(call));
    this.#found(this.#reads.succeed(call, called));
    const write = memoryWriteOf(call, result, projects);
    if (write) this.#writes.push({ ...write, record: called.id, nth, at: called.at });
    else this.#found(this.#pivots.succeed(call, result, this.#cwd, origin));
  }

  #found(candidates: readonly Candidate[]): void {
    for (const { tag, text, details, origin } of candidates)
      this.#candidates.push({
        tag,
        text: beginning(text),
        details: details.map((detail) => beginning(detail)),
        origin,
      });
  }

  #count(kind: string, times: number): void {
    if (times > 0) this.#friction.set(kind, (this.#friction.get(kind) ?? 0) + times);
  }

  /** Old formats have no ids; theirs is made of what a copy of the record says as well. */
  #idOf({ uuid, type, texts, calls, results }: TranscriptRecord): string {
    if (PLAIN_ID.test(uuid)) return uuid;
    const said = [type, uuid, texts[0]?.slice(0, 500), calls[0]?.id, results[0]?.callId].join('\n');
    return `r-${this.#options.digest(`${this.#at}\n${said}`).slice(0, 16)}`;
  }
}

/** The session that a record belongs to, which is its transcript's unless it says another; null where neither names one. */
export function sessionOf({ sessionId }: TranscriptRecord, stem: string): string | null {
  return [sessionId, stem].find((id) => id !== null && isSessionId(id)) ?? null;
}
