/**
 * The whole conversation of a session, for its page in `chronicle dev`:
 *
 *     lines -> records -> ConversationReader -> entries: prompts, answers, calls with their results, and what the host said
 *
 * Texts come from the transcript: untrusted, and with secrets until `cleaned` has replaced them. What subagents said is left
 * out: their answer is the result of the call that started them.
 */
import type { Digest } from '#src/format/event-id.ts';
import { isSessionId } from '#src/format/session-id.ts';
import { SeenRecords } from './copies.ts';
import { isInterrupt, promptIn, promptOf, typedCommand, typedOutput } from './prompts.ts';
import {
  type HostRecord,
  readHostRecord,
  readRecord,
  recordId,
  type ToolCall,
  type ToolResult,
  type TranscriptRecord,
} from './records.ts';
import { PromptQueue, type QueuedPrompt } from './session-prompts.ts';

/** Where a record is: its file, as an index of the conversation's files, its line from 1, and its id. */
export interface RecordPlace {
  file: number;
  line: number;
  record: string;
}

interface Said extends RecordPlace {
  /** Milliseconds since 1970; null if the record has no time. */
  at: number | null;
}

export type Entry = Said &
  (
    | { kind: 'prompt'; text: string; hasPicture: boolean }
    | { kind: 'answer'; text: string }
    | { kind: 'call'; name: string; input: string; result: CallResult | null }
    /** What the host put into the conversation, or did with it. */
    | { kind: 'host'; label: string; text: string }
  );

export interface CallResult extends RecordPlace {
  text: string;
  isError: boolean;
}

/** What was read of a session's transcripts. */
export interface Conversation {
  entries: Entry[];
  /** How many lines each file has. */
  lines: number[];
  /** How many messages of subagents were left out. */
  ofSubagents: number;
  /** Whether the end was left out, because there is too much. */
  isCut: boolean;
}

interface ConversationOptions {
  /** The session's id: records of other sessions in its files are left out. */
  id: string;
  /** Whether the settings keep what a person typed. */
  keepsPrompts: boolean;
  sha1: Digest;
}

/** The most text that is read (characters): it takes some twenty seconds to look through. */
const MOST_TEXT = 32_000_000;

/** Reads the records of one session, in order. Never throws. */
export class ConversationReader {
  readonly #options: ConversationOptions;
  readonly #seen = new SeenRecords();
  readonly #queue = new PromptQueue();
  readonly #entries: Entry[] = [];
  readonly #lines: number[] = [];
  readonly #open = new Map<string, Entry & { kind: 'call' }>();
  #text = 0;
  #ofSubagents = 0;

  constructor(options: ConversationOptions) {
    this.#options = options;
  }

  /** Reads the next value of a file. Returns whether that is enough. */
  add(value: unknown, file: number, line: number): boolean {
    this.#lines[file] = line;
    const note = readHostRecord(value);
    const record = note === null ? readRecord(value) : null;
    if (note !== null && this.#isOwn(note.sessionId)) this.#note(note, { file, line, record: '' });
    else if (record?.isSidechain) this.#ofSubagents++;
    else if (record !== null && this.#isOwn(record.sessionId) && !this.#seen.isAgain(record))
      this.#message(record, { file, line, record: recordId(record, this.#options.sha1) });
    return this.#text > MOST_TEXT;
  }

  end(): Conversation {
    for (const queued of this.#queue.end()) this.#unrecorded(queued);
    const lines = Array.from(this.#lines, (count) => count ?? 0);
    return { entries: this.#entries, lines, ofSubagents: this.#ofSubagents, isCut: this.#text > MOST_TEXT };
  }

  #note(note: HostRecord, place: RecordPlace): void {
    if (note.kind === 'compaction') this.#host('The conversation was compacted', '', { ...place, at: note.at });
    if (note.kind !== 'queue') return;
    const text = note.text === null ? null : promptIn([note.text]);
    const { file, line } = place;
    if (note.operation === 'enqueue' || note.text === null || text !== null)
      this.#queue.note({ ...note, text }, { file: String(file), line }, false);
  }

  #message(record: TranscriptRecord, place: RecordPlace): void {
    const said = { ...place, at: record.at };
    const prompt = promptOf(record);
    if (prompt !== null) this.#queue.recorded(prompt, record.isQueued);
    if (record.type === 'assistant' || (prompt !== null && !record.isQueued))
      for (const absorbed of this.#queue.absorbed()) this.#unrecorded(absorbed);
    if (prompt !== null) this.#prompt(prompt, record.hasPicture, said);
    else if (record.type === 'user') this.#others(record, said);
    else for (const text of record.texts) this.#push({ ...said, kind: 'answer', text }, text);
    for (const call of record.calls) this.#call(call, said);
    for (const result of record.results) this.#result(result, said);
  }

  #prompt(text: string, hasPicture: boolean, said: Said): void {
    const kept = this.#options.keepsPrompts ? text : '';
    this.#push({ ...said, kind: 'prompt', text: kept, hasPicture }, kept);
  }

  /** A prompt that only the host's records about its queue tell of. */
  #unrecorded({ text, id, at, place }: QueuedPrompt): void {
    const said = { file: Number(place.file), line: place.line, record: id, at };
    if (text !== null && text !== '') this.#prompt(text, false, said);
  }

  /** What the host sent as the user. It may repeat what a person typed. */
  #others(record: TranscriptRecord, said: Said): void {
    if (isInterrupt(record)) {
      this.#host('The person interrupted', '', said);
      return;
    }
    if (!this.#options.keepsPrompts) return;
    const [command, output] = [typedCommand(record), typedOutput(record)];
    if (command !== null) this.#host('The person ran a command', command, said);
    else if (output !== null) this.#host('What it printed', output.trim(), said);
    else
      for (const text of record.texts) {
        const note = record.isSummary ? { label: 'What the compaction kept', text } : hostNote(text);
        this.#host(note.label, note.text, said);
      }
  }

  #host(label: string, text: string, said: Said): void {
    this.#push({ ...said, kind: 'host', label, text }, text);
  }

  #call(call: ToolCall, said: Said): void {
    const input = inputText(call);
    const entry = { ...said, kind: 'call' as const, name: call.name, input, result: null };
    this.#push(entry, input);
    if (call.id !== '') this.#open.set(call.id, entry);
  }

  #result({ callId, text, isError }: ToolResult, { at, ...place }: Said): void {
    const call = this.#open.get(callId);
    this.#open.delete(callId);
    this.#text += text.length;
    if (call) call.result = { ...place, text, isError };
    else this.#host('The result of a tool', text, { ...place, at });
  }

  #push(entry: Entry, text: string): void {
    this.#text += text.length;
    this.#entries.push(entry);
  }

  /** Records without a session's id belong to the session, too. */
  #isOwn(sessionId: string | null): boolean {
    return sessionId === null || sessionId === this.#options.id || !isSessionId(sessionId);
  }
}

/** What the elements are in which the host sends something as the user; another is shown as it is. */
const NOTES: readonly [RegExp, string][] = [
  [/^system-reminder$/, 'A reminder from Claude Code'],
  [/^local-command-std(?:out|err)$/, 'What a command of Claude Code printed'],
  [/^local-command-caveat$/, 'A note on the commands that follow'],
  [/^(?:teammate|agent|cross-session)-message$/, 'A message from another agent'],
  [/^new-diagnostics$/, 'New findings of the editor'],
  [/^ide_[a-z_]+$/, 'From the editor'],
  [/^user-memory-input$/, 'A note for the memory'],
  [/-hook$/, 'From a hook'],
];

/** What the host sent, without its markup. */
function hostNote(sent: string): { label: string; text: string } {
  const text = sent.trim();
  const command = /^<command-(?:name|message)>/.test(text) && /<command-name>([^<]{1,500})<\/command-name>/.exec(text);
  if (command) {
    const [, words = ''] = /<command-args>([^<]*)<\/command-args>/.exec(text) ?? [];
    return { label: 'A command of Claude Code', text: `${command[1]?.trim()} ${words.trim()}`.trim() };
  }
  if (/^<[a-z]+-notification>/.test(text)) {
    const [, summary] = /<summary>([^<]{1,2000})<\/summary>/.exec(text) ?? [];
    const fields = text.replace(/<\/?[a-z]+-notification>|<\/[a-z-]+>/g, '').replace(/<([a-z-]+)>\s*/g, '$1: ');
    return {
      label: 'A notification',
      text: summary === undefined ? fields.trim() : `${summary.trim()}\n\n${fields.trim()}`,
    };
  }
  const [, name = '', inner = ''] = /^<([a-z_-]+)(?:\s[^<>]{0,500})?>([\s\S]*)<\/\1>$/.exec(text) ?? [];
  const label = NOTES.find(([element]) => element.test(name))?.[1];
  return label === undefined ? { label: 'From Claude Code', text: sent } : { label, text: inner.trim() };
}

/** What a call is mostly about; it comes first. */
const TARGETS = ['command', 'file_path', 'notebook_path', 'path', 'url', 'query', 'pattern', 'description'];

/** The input of a call as text: its target on the first line, then its other fields. */
function inputText({ input }: ToolCall): string {
  const target = TARGETS.find((key) => typeof input[key] === 'string' && input[key] !== '');
  const others = Object.entries(input).filter(([key]) => key !== target);
  return [
    ...(target === undefined ? [] : [String(input[target])]),
    ...others.map(([key, value]) => `${key}: ${typeof value === 'string' ? value : JSON.stringify(value)}`),
  ].join('\n');
}

/** All texts of a conversation, to look for secrets in. */
export function conversationTexts({ entries }: Pick<Conversation, 'entries'>): string[] {
  return entries.flatMap((entry) =>
    entry.kind === 'call' ? [entry.name, entry.input, entry.result?.text ?? ''] : [entry.text],
  );
}

/** An entry with its secrets replaced: `safe` returns a text without them. */
export function cleaned(entry: Entry, safe: (text: string) => string): Entry {
  if (entry.kind !== 'call') return { ...entry, text: safe(entry.text) };
  const result = entry.result && { ...entry.result, text: safe(entry.result.text) };
  return { ...entry, name: safe(entry.name), input: safe(entry.input), result };
}
