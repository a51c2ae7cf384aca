/**
 * Claude Code's transcripts: one JSON object a line, in a form that changed with every few of its versions. A record is
 * read for what backfill needs of it, and whatever else it holds is left alone.
 *
 *     {"type": "user", "uuid": "d2ad…", "sessionId": "c195…", "timestamp": "2026-11-22T01:27:24.576Z", "cwd": "/home/me/app",
 *      "message": {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "toolu_1", "is_error": true, …}]}}
 */

import type { Digest } from '../chronicle/event-id.ts';
import { isRecord } from '../value/is-record.ts';

/** A record of the talk itself: what a person or the host said (`user`), or the model (`assistant`). */
export interface TranscriptRecord {
  type: 'user' | 'assistant';
  /** Empty in formats that had none. */
  uuid: string;
  parent: string | null;
  sessionId: string | null;
  /** Milliseconds since 1970; null where the record tells no time. */
  at: number | null;
  cwd: string | null;
  /** Null outside of git, and where none is checked out. */
  branch: string | null;
  /** Whether nobody sat in front of it: `claude -p` and the SDK. */
  isHeadless: boolean;
  /** Of a subagent. */
  isSidechain: boolean;
  /** Whether the host put it there, and no person and no model. */
  isHosts: boolean;
  texts: string[];
  hasPicture: boolean;
  calls: ToolCall[];
  results: ToolResult[];
}

export interface ToolCall {
  id: string;
  name: string;
  input: Fields;
}

export interface ToolResult {
  callId: string;
  text: string;
  isError: boolean;
  /** What the host noted of it beside the model's text. */
  noted: Fields;
}

type Fields = Readonly<Record<string, unknown>>;

/** What a line of a transcript says; null where it is no record of the talk. Never throws, whatever the value is. */
export function readRecord(value: unknown): TranscriptRecord | null {
  const record = fieldsOf(value);
  const { type } = record;
  // A message typed while the model was at work is an attachment in newer versions.
  const queued = type === 'attachment' ? fieldsOf(record.attachment) : {};
  const isQueued = queued.type === 'queued_command';
  if (type !== 'user' && type !== 'assistant' && !isQueued) return null;
  const content = isQueued ? queued.prompt : fieldsOf(record.message).content;
  const blocks = Array.isArray(content) ? content.map(fieldsOf) : [];
  return {
    type: type === 'assistant' ? 'assistant' : 'user',
    uuid: wordOf(record.uuid) ?? '',
    parent: wordOf(record.parentUuid),
    sessionId: wordOf(record.sessionId),
    at: timeOf(record.timestamp),
    cwd: wordOf(record.cwd),
    branch: branchOf(record.gitBranch),
    isHeadless: wordOf(record.entrypoint)?.startsWith('sdk') ?? false,
    isSidechain: record.isSidechain === true || wordOf(record.agentId) !== null,
    isHosts: isHosts(record, queued),
    texts: typeof content === 'string' ? [content] : blocks.flatMap(({ type: kind, text }) => textIn(kind, text)),
    hasPicture: blocks.some(({ type: kind }) => kind === 'image' || kind === 'document'),
    calls: blocks.flatMap((block) => (block.type === 'tool_use' ? [callOf(block)] : [])),
    results: blocks.flatMap((block) => (block.type === 'tool_result' ? [resultOf(block, record.toolUseResult)] : [])),
  };
}

/** A value's fields, none where it is no object. */
export function fieldsOf(value: unknown): Fields {
  return isRecord(value) ? value : {};
}

/** A text that says something, or null. */
export function wordOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

function isHosts(record: Fields, queued: Fields): boolean {
  if (record.isMeta === true || record.isCompactSummary === true || queued.isMeta === true) return true;
  const origin = wordOf(fieldsOf(record.origin ?? queued.origin).kind);
  return (origin !== null && origin !== 'human') || record.promptSource === 'system' || isNotification(queued);
}

function isNotification({ commandMode }: Fields): boolean {
  return typeof commandMode === 'string' && commandMode !== 'prompt';
}

function textIn(kind: unknown, text: unknown): string[] {
  return kind === 'text' && typeof text === 'string' ? [text] : [];
}

function callOf({ id, name, input }: Fields): ToolCall {
  return { id: wordOf(id) ?? '', name: wordOf(name) ?? '', input: fieldsOf(input) };
}

/** Content is a string or blocks; older versions noted a string beside it. */
function resultOf({ tool_use_id: callId, content, is_error: isError }: Fields, noted: unknown): ToolResult {
  const blocks = Array.isArray(content) ? content.map(fieldsOf) : [];
  const said =
    typeof content === 'string' ? content : blocks.flatMap(({ type, text }) => textIn(type, text)).join('\n');
  const text = said === '' && typeof noted === 'string' ? noted : said;
  const fields = fieldsOf(noted);
  return {
    callId: wordOf(callId) ?? '',
    text,
    isError: isError === true || (typeof noted === 'string' && /^(?:Error: |User rejected)/.test(noted)),
    noted: fields,
  };
}

/** The host writes HEAD where no branch is checked out. */
function branchOf(value: unknown): string | null {
  const branch = wordOf(value)?.trim();
  return branch === undefined || branch === '' || branch === 'HEAD' ? null : branch;
}

function timeOf(value: unknown): number | null {
  const time = typeof value === 'string' ? Date.parse(value) : typeof value === 'number' ? value : Number.NaN;
  return Number.isFinite(time) ? time : null;
}

const PLAIN_ID = /^[\w.:-]{1,80}$/;

/** The record's own id. Old formats have none; theirs is made of what a copy of the record says as well. */
export function recordId({ uuid, at, type, texts, calls, results }: TranscriptRecord, digest: Digest): string {
  if (PLAIN_ID.test(uuid)) return uuid;
  const said = [type, uuid, texts[0]?.slice(0, 500), calls[0]?.id, results[0]?.callId].join('\n');
  return `r-${digest(`${at}\n${said}`).slice(0, 16)}`;
}

/** Clocks of two machines and of two zones differ by less than that (ms). */
const DAY = 86_400_000;

/** When one session's records were written, given in their order: some have no time, or that of a wrong clock. */
export class RecordTimes {
  readonly #latest: number;
  #begun: number | null = null;
  #last: number | null = null;

  /** `now` is the clock, in milliseconds. */
  constructor(now: number) {
    this.#latest = now + DAY;
  }

  /** The session's first prompt was sent. */
  begin(at: number): void {
    this.#begun ??= at;
  }

  /** A time long before the first prompt or in the future tells nothing: then it is that of the record before, if any. */
  of(at: number | null): number | null {
    const isWrong = at !== null && (at > this.#latest || (this.#begun !== null && at < this.#begun - DAY));
    const hasLast = this.#last !== null && this.#last <= this.#latest;
    if (at !== null && !(isWrong && hasLast)) this.#last = at;
    return this.#last;
  }
}
