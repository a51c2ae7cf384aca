import type { TranscriptPlace } from '../chronicle/provenance.ts';
import type { Origin } from './found-event.ts';
import { type MemoryWrite, memoryPathOf, memoryWriteOf } from './memory-writes.ts';
import { promptOf } from './prompt.ts';
import type { SurveyedSession } from './read-session.ts';
import type { ToolCall, ToolResult, TranscriptRecord } from './record.ts';
import { RecordTimes, recordId, wordOf } from './record.ts';
import { SessionPrompts } from './session-prompts.ts';
import type { ReaderOptions } from './session-reader.ts';

/** The oldest calls without a result are dropped beyond this many. */
const MOST_OPEN = 500;

/**
 * Reads the records of one session in one transcript for a first survey of all transcripts: its prompts, which tell copies
 * from originals, and its changes to memory. It finds no events, which takes longer than all the rest.
 */
export class SurveyReader {
  readonly #options: ReaderOptions;
  readonly #times: RecordTimes;
  /** Ids of the records read so far: some transcripts contain each line twice. */
  readonly #read = new Set<string>();
  readonly #calls = new Map<string, { call: ToolCall; origin: Origin; nth: number }>();
  readonly #prompts: SessionPrompts;
  readonly #writes: MemoryWrite[] = [];
  #cwd = '';
  #untimed = 0;

  constructor(options: ReaderOptions) {
    this.#options = options;
    this.#times = new RecordTimes(options.now);
    // Ten thousands of sessions are in memory at once.
    this.#prompts = new SessionPrompts(options.sha1, 0);
  }

  /** Reads the next record. Those of subagents are skipped. */
  add(record: TranscriptRecord, place: TranscriptPlace): void {
    if (record.isSidechain || this.#read.has(record.uuid)) return;
    if (record.uuid !== '') this.#read.add(record.uuid);
    const at = this.#times.of(record.at);
    if (at === null) {
      if (promptOf(record) !== null) this.#untimed++;
      return;
    }
    this.#cwd = record.cwd ?? this.#cwd;
    const originOf = () => ({ id: recordId(record, this.#options.sha1), at, ...place });
    const prompt = promptOf(record);
    if (prompt !== null) {
      this.#times.begin(at);
      this.#prompts.add(prompt, record, this.#cwd, originOf());
    }
    if (record.type === 'assistant') this.#prompts.answer(place.line);
    for (const [nth, call] of record.calls.entries()) this.#open(call, nth, originOf);
    for (const result of record.results) this.#close(result);
  }

  /** Ends reading and returns the session. Call it once. */
  end(): SurveyedSession {
    return {
      id: this.#options.id,
      prompts: this.#prompts.list,
      writes: this.#writes,
      bookkeeping: this.#prompts.bookkeeping,
      untimed: this.#untimed,
    };
  }

  #open(call: ToolCall, nth: number, originOf: () => Origin): void {
    if (memoryPathOf(wordOf(call.input.file_path) ?? '', this.#options.projects) === null) return;
    if (this.#calls.size >= MOST_OPEN) this.#calls.delete(this.#calls.keys().next().value ?? '');
    this.#calls.set(call.id, { call, origin: originOf(), nth });
  }

  #close(result: ToolResult): void {
    const open = this.#calls.get(result.callId);
    if (!open) return;
    this.#calls.delete(result.callId);
    const write = result.isError ? null : memoryWriteOf(open.call, result, this.#options);
    if (write) this.#writes.push({ ...write, record: open.origin.id, nth: open.nth, at: open.origin.at });
  }
}
