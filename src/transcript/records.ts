/**
 * Reads records of Claude Code's transcripts: one JSON object per line, in a format that changes every few versions. Only
 * the fields that facts need are read. A record is a message
 *
 *     {"type": "user", "uuid": "d2ad…", "sessionId": "c195…", "timestamp": "2026-11-22T01:27:24.576Z", "cwd": "/home/me/app",
 *      "message": {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "toolu_1", "is_error": true, …}]}}
 *
 * or a note of the host about the session, as client 2.1.329 writes them (`summary` is of older versions):
 *
 *     {"type":"queue-operation","operation":"enqueue","timestamp":"…","sessionId":"…","content":"also the tests"}
 *     {"type":"custom-title","customTitle":"Retry clock","sessionId":"…"}
 *     {"type":"ai-title","aiTitle":"Fix the retry clock","sessionId":"…"}
 *     {"type":"summary","summary":"Fix the retry clock","leafUuid":"…"}
 *     {"type":"pr-link","sessionId":"…","prNumber":12,"prUrl":"https://…","prRepository":"…","timestamp":"…"}
 *     {"type":"system","subtype":"compact_boundary","compactMetadata":{"trigger":"auto"},"sessionId":"…","timestamp":"…"}
 *     {"type":"attachment","attachment":{"type":"hook_additional_context","hookEvent":"SessionStart","content":["…"]},
 *      "sessionId":"…","timestamp":"…"}
 */

import type { Digest } from '#src/format/event-id.ts';
import { isSessionId } from '#src/format/session-id.ts';
import { isRecord } from '#src/lib/is-record.ts';

/** A message of the person or the host (`user`), or of the model (`assistant`). */
export interface TranscriptRecord {
  type: 'user' | 'assistant';
  /** Empty in formats without ids. */
  uuid: string;
  parent: string | null;
  sessionId: string | null;
  /** Milliseconds since 1970; null if the record has no time. */
  at: number | null;
  cwd: string | null;
  /** Null outside of git, and in detached HEAD. */
  branch: string | null;
  /** Whether the session is unattended: `claude -p` or the SDK. */
  isHeadless: boolean;
  /** Whether it belongs to a subagent. */
  isSidechain: boolean;
  /** Whether the host wrote it, not the person or the model. A message that came through a channel is a person's. */
  isHosts: boolean;
  /** Whether it is the summary that a compaction kept. */
  isSummary: boolean;
  /** Whether it is a message typed while the model worked. Newer versions record it as an attachment. */
  isQueued: boolean;
  /** Null for records of other types. */
  answer: AnswerNotes | null;
  texts: string[];
  hasPicture: boolean;
  calls: ToolCall[];
  results: ToolResult[];
}

/** What the host notes about a message of the model. A message has one record for each of its blocks. */
export interface AnswerNotes {
  /** The message's id; empty in formats without. */
  id: string;
  /** Empty if unknown; `<synthetic>` for messages that the host wrote. */
  model: string;
  /** `end_turn`, `tool_use` …; null while the message was still being written, and often in older versions. */
  stopReason: string | null;
  /** Whether the message was broken off, or is an error of the service. */
  isBroken: boolean;
  /** Each record of the message repeats it; the last one is final. */
  usage: TokenUsage | null;
}

export interface TokenUsage {
  input: number;
  output: number;
  cacheRead: number;
  cacheWrite: number;
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
  /** Who or what denied the call; null if it was carried out, and in older versions. */
  denialKind: string | null;
  /** What the host recorded besides the text for the model. */
  noted: Fields;
}

type Fields = Readonly<Record<string, unknown>>;

/** Reads a line of a transcript; null if it is not a message. Never throws. */
export function readRecord(value: unknown): TranscriptRecord | null {
  const record = fieldsOf(value);
  const { type } = record;
  // In newer versions, a message typed while the model works is an attachment.
  const queued = type === 'attachment' ? fieldsOf(record.attachment) : {};
  const isQueued = queued.type === 'queued_command';
  if (type !== 'user' && type !== 'assistant' && !isQueued) return null;
  const message = fieldsOf(record.message);
  const content = isQueued ? queued.prompt : message.content;
  const blocks = blocksOf(content);
  return {
    type: type === 'assistant' ? 'assistant' : 'user',
    uuid: textOf(record.uuid),
    parent: wordOf(record.parentUuid),
    sessionId: wordOf(record.sessionId),
    at: timeOf(record.timestamp),
    cwd: wordOf(record.cwd),
    branch: branchOf(record.gitBranch),
    isHeadless: wordOf(record.entrypoint)?.startsWith('sdk') ?? false,
    isSidechain: record.isSidechain === true || wordOf(record.agentId) !== null,
    isHosts: isHosts(record, queued),
    isSummary: record.isCompactSummary === true,
    isQueued,
    answer: type === 'assistant' ? answerOf(record, message) : null,
    texts: typeof content === 'string' ? [content] : blocks.flatMap(textIn),
    hasPicture: blocks.some(({ type: kind }) => kind === 'image' || kind === 'document'),
    calls: blocks.flatMap((block) => (block.type === 'tool_use' ? [callOf(block)] : [])),
    results: blocks.flatMap((block) => (block.type === 'tool_result' ? [resultOf(block, record)] : [])),
  };
}

/** The fields of a value; none if it is not an object. */
export function fieldsOf(value: unknown): Fields {
  return isRecord(value) ? value : {};
}

/** A string; empty for any other value. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** A non-empty string, or null. */
export function wordOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

function answerOf(record: Fields, { id, model, stop_reason: stopReason, usage }: Fields): AnswerNotes {
  return {
    id: wordOf(id) ?? textOf(record.requestId),
    model: textOf(model),
    stopReason: wordOf(stopReason),
    isBroken: record.isAbortedMidStream === true || record.isApiErrorMessage === true,
    usage: isRecord(usage) ? usageOf(usage) : null,
  };
}

function usageOf(usage: Fields): TokenUsage {
  return {
    input: countOf(usage.input_tokens),
    output: countOf(usage.output_tokens),
    cacheRead: countOf(usage.cache_read_input_tokens),
    cacheWrite: countOf(usage.cache_creation_input_tokens),
  };
}

/** The most tokens of one message that are believed. */
const MOST_TOKENS = 1e9;

function countOf(value: unknown): number {
  return typeof value === 'number' && value >= 0 && value <= MOST_TOKENS ? Math.round(value) : 0;
}

/** What another person or program sent to the session is marked like the host's own messages, and has an origin. */
function isHosts(record: Fields, queued: Fields): boolean {
  const origin = wordOf(fieldsOf(record.origin ?? queued.origin).kind);
  if (origin === 'channel') return false;
  if (record.isMeta === true || record.isCompactSummary === true || queued.isMeta === true) return true;
  return (
    (origin !== null && origin !== 'human') ||
    record.promptSource === 'system' ||
    !/^(?:prompt)?$/.test(textOf(queued.commandMode))
  );
}

function textIn({ type, text }: Fields): string[] {
  return type === 'text' && typeof text === 'string' ? [text] : [];
}

function callOf({ id, name, input }: Fields): ToolCall {
  return { id: textOf(id), name: textOf(name), input: fieldsOf(input) };
}

/** Content is a string or a list of blocks. Older versions recorded a string besides. */
function resultOf(
  { tool_use_id: callId, content, is_error: isError }: Fields,
  { toolUseResult: noted, toolDenialKind }: Fields,
): ToolResult {
  const said = typeof content === 'string' ? content : blocksOf(content).flatMap(textIn).join('\n');
  return {
    callId: textOf(callId),
    text: said || textOf(noted),
    isError: isError === true || /^(?:Error: |User rejected)/.test(textOf(noted)),
    denialKind: wordOf(toolDenialKind),
    noted: fieldsOf(noted),
  };
}

/** The host writes HEAD if no branch is checked out. */
function branchOf(value: unknown): string | null {
  const branch = wordOf(value)?.trim();
  return branch === undefined || branch === '' || branch === 'HEAD' ? null : branch;
}

/** A time in milliseconds since 1970; null if it is none, or not of our era. */
function timeOf(value: unknown): number | null {
  const time =
    typeof value === 'string' ? Date.parse(value) : typeof value === 'number' ? Math.round(value) : Number.NaN;
  return time >= FIRST_TIME && time <= LAST_TIME ? time : null;
}

/** The beginning of 2023, before there was Claude Code: an earlier time is that of a clock that was not set. */
const FIRST_TIME = 1_672_531_200_000;
/** The end of the year 9999. */
const LAST_TIME = 253_402_300_799_999;

const PLAIN_ID = /^[\w.:-]{1,80}$/;

/** The record's own id. In old formats without ids, one derived from fields that a copy of the record shares. */
export function recordId({ uuid, at, type, texts, calls, results }: TranscriptRecord, digest: Digest): string {
  if (PLAIN_ID.test(uuid)) return uuid;
  const said = [type, uuid, texts[0]?.slice(0, 500), calls[0]?.id, results[0]?.callId].join('\n');
  return `r-${digest(`${at}\n${said}`).slice(0, 16)}`;
}

export type HostRecord =
  | QueueRecord
  | { kind: 'custom-title'; title: string; sessionId: string | null }
  | { kind: 'ai-title'; title: string; sessionId: string | null }
  | { kind: 'summary'; title: string; leaf: string; sessionId: string | null }
  | { kind: 'pr'; url: string; at: number | null; sessionId: string | null }
  | { kind: 'compaction'; trigger: 'manual' | 'auto' | undefined; at: number | null; sessionId: string | null }
  | { kind: 'start'; contexts: string[]; at: number | null; sessionId: string | null };

/** What became of a message typed ahead. */
export interface QueueRecord {
  kind: 'queue';
  operation: string;
  /** Null if the host wrote none. */
  text: string | null;
  reason: string | null;
  id: string;
  at: number | null;
  sessionId: string | null;
}

/** Reads such a record; null for any other value. */
export function readHostRecord(value: unknown): HostRecord | null {
  const record = fieldsOf(value);
  const sessionId = wordOf(record.sessionId);
  const at = timeOf(record.timestamp);
  switch (record.type) {
    case 'queue-operation':
      return {
        kind: 'queue',
        operation: textOf(record.operation),
        text: queuedText(record.content),
        reason: wordOf(record.reason),
        id: textOf(record.commandUuid),
        at,
        sessionId,
      };
    case 'custom-title':
      return { kind: 'custom-title', title: textOf(record.customTitle), sessionId };
    case 'ai-title':
      return { kind: 'ai-title', title: textOf(record.aiTitle), sessionId };
    case 'summary':
      return { kind: 'summary', title: textOf(record.summary), leaf: textOf(record.leafUuid), sessionId };
    case 'pr-link':
      return { kind: 'pr', url: textOf(record.prUrl), at, sessionId };
    case 'system': {
      if (record.subtype !== 'compact_boundary') return null;
      const { trigger } = fieldsOf(record.compactMetadata);
      const known = trigger === 'manual' || trigger === 'auto' ? trigger : undefined;
      return { kind: 'compaction', trigger: known, at, sessionId };
    }
    case 'attachment': {
      const contexts = startContexts(fieldsOf(record.attachment));
      return contexts && { kind: 'start', contexts, at, sessionId };
    }
    default:
      return null;
  }
}

/** What hooks told the agent when the session started or was compacted; null for any other attachment. */
function startContexts({ type, hookEvent, content }: ReturnType<typeof fieldsOf>): string[] | null {
  if (type !== 'hook_additional_context' || hookEvent !== 'SessionStart') return null;
  return (Array.isArray(content) ? content : [content]).filter((text) => typeof text === 'string');
}

/** The text of a queued message: a string or, in some versions, a list of blocks. */
function queuedText(content: unknown): string | null {
  if (typeof content === 'string') return content;
  return Array.isArray(content) ? blocksOf(content).flatMap(textIn).join('\n') : null;
}

function blocksOf(content: unknown): Fields[] {
  return Array.isArray(content) ? content.map(fieldsOf) : [];
}

/** The id of the session that a line of a transcript belongs to: its own, or else `stem`, if that is one; null for neither. */
export function sessionOf(value: unknown, stem: string): string | null {
  return [wordOf(fieldsOf(value).sessionId), stem].find((id) => id !== null && isSessionId(id)) ?? null;
}
