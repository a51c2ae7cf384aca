/**
 * Counts what was said in the lines by which a transcript has grown:
 *
 *     {"type":"user","message":{"role":"user","content":"Rename the table"},…}        a prompt, 16 characters
 *     {"type":"assistant","message":{"content":[{"type":"text","text":"Done."}],…}}   5 characters
 *
 * Text of the person and of the agent counts; tool calls, their results, thinking, subagents and what the host wrote do not.
 */

import { failedEvent, toolEvent, withEvent } from '../import/tool-events.ts';
import type { ObserverState } from '../record/observer-state.ts';
import { promptIn, promptOf } from './prompts.ts';
import { readRecord, type TranscriptRecord } from './records.ts';

/** A line of a transcript, and the byte at which it begins. */
export interface GrownLine {
  at: number;
  bytes: Uint8Array & { toString(encoding: 'latin1' | 'utf8', start?: number, end?: number): string };
}

/** Longer lines are not read. Pictures and results of tools are the longest, and neither is text. */
const LONGEST = 1024 * 1024;
/** How much of a line tells its type (bytes). */
const BEGINNING = 600;
/** Bookkeeping of the host, most of a transcript. */
const BOOKS = /^\s*\{"type":"(?!user"|assistant"|attachment")/;
const ATTACHMENT = /"attachment":\{"type":"(?!queued_command")/;
/** Results of tools are only read if they say that a call failed. */
const RESULT = /"tool_result"/;
const FAILED = /"is_error":\s?true/;
/** Calls without a result: an interrupted one, or one that a piece of the transcript ends with. */
const MOST_OPEN = 40;

/** The text of the last answer in some lines, and the state after them. */
export interface Counted {
  state: ObserverState;
  /** Null if there is no answer in them. */
  lastAnswer: string | null;
}

/** The state after these lines, which were read in order. */
export function countLines(before: ObserverState, lines: readonly GrownLine[]): Counted {
  const state = { ...before, events: [...before.events], openCalls: [...before.openCalls] };
  let lastAnswer: string | null = null;
  for (const { at, bytes } of lines) {
    const record = messageIn(bytes, state.since);
    if (record === null) continue;
    const isNew = at >= state.from;
    if (record.type === 'assistant') {
      const text = answer(state, record, isNew);
      lastAnswer = text === '' ? lastAnswer : text;
    } else asked(state, record, isNew);
  }
  return { state, lastAnswer };
}

/** The message in a line; null if there is none, or if it is a subagent's, or from before a time (ms since 1970). */
export function messageIn(bytes: GrownLine['bytes'], since: number | null): TranscriptRecord | null {
  const record = recordIn(bytes);
  return record === null || record.isSidechain || isOlder(record, since) ? null : record;
}

function recordIn(bytes: GrownLine['bytes']): TranscriptRecord | null {
  if (bytes.length === 0 || bytes.length > LONGEST) return null;
  const beginning = bytes.toString('latin1', 0, BEGINNING);
  if (BOOKS.test(beginning) || ATTACHMENT.test(beginning)) return null;
  const text = bytes.toString('utf8', 0, bytes.length);
  if (RESULT.test(beginning) && !FAILED.test(text)) return null;
  try {
    return readRecord(JSON.parse(text));
  } catch {
    // Half a line, or that of another program.
    return null;
  }
}

function isOlder({ at }: TranscriptRecord, since: number | null): boolean {
  return since !== null && at !== null && at < since;
}

/** Counts a message of the agent, and returns its text. */
function answer(state: ObserverState, { texts, calls, answer: notes }: TranscriptRecord, isNew: boolean): string {
  state.parent = null;
  const text = texts.join('\n');
  const length = texts.reduce((sum, each) => sum + each.length, 0);
  const known = Math.min(state.ahead, length);
  state.ahead -= known;
  if (isNew) state.characters += length - known;
  const { input = 0, cacheRead = 0, cacheWrite = 0 } = notes?.usage ?? {};
  const context = input + cacheRead + cacheWrite;
  if (context > 0) {
    state.context = context;
    state.largest = Math.max(state.largest, context);
  }
  for (const call of calls) {
    const { name, isTold } = toolEvent(call);
    if (call.id !== '') state.openCalls = [...state.openCalls, [call.id, name] as [string, string]].slice(-MOST_OPEN);
    if (isTold && isNew) state.events = withEvent(state.events, name);
  }
  return text;
}

/** Counts a prompt, and notes which calls failed. */
function asked(state: ObserverState, record: TranscriptRecord, isNew: boolean): void {
  for (const { callId, isError } of record.results) {
    const name = state.openCalls.find(([id]) => id === callId)?.[1];
    state.openCalls = state.openCalls.filter(([id]) => id !== callId);
    if (isError && isNew && name !== undefined) state.events = withEvent(state.events, failedEvent(name));
  }
  if (record.isHosts) return;
  if (isNew) state.characters += record.texts.filter((text) => promptIn([text]) !== null).join('').length;
  if (promptOf(record) === null || state.prompts === null) return;
  const isAgain = record.parent !== null && record.parent === state.parent;
  if (!isAgain) state.prompts++;
  state.parent = record.parent;
}
