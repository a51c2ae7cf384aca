/**
 * What was said in the part of a transcript that the observer has not seen: how much it is, and its text for a model to read.
 *
 *     {"type":"user","message":{"role":"user","content":"Rename the table"},…}        a prompt, 16 characters
 *     {"type":"assistant","message":{"content":[{"type":"text","text":"Done."}],…}}   5 characters
 *
 * Prompts of the person and texts of the agent count; tool calls, their results, thinking, subagents and what the host wrote
 * do not.
 */
import type { ObserverState } from '#src/record/observer-state.ts';
import { neutralLine } from '#src/lib/text/plain.ts';
import { promptOf } from './prompts.ts';
import { readRecord, type TranscriptRecord } from './records.ts';

/** A line of a message, for a model to read. */
const LONGEST_LINE = 2000;
/** Of a longer message, the beginning (characters). */
const LONGEST = 12_000;

/** How much was said in a value of a transcript (characters), in a line that begins at this byte: nothing before what is new. */
export function lengthSaid({ since, from }: Pick<ObserverState, 'since' | 'from'>, value: unknown, at: number): number {
  const record = at < from ? null : messageIn(value, since);
  if (record === null || (record.type !== 'assistant' && promptOf(record) === null)) return 0;
  return lengthOf(record.texts);
}

/**
 * What a person or the agent said in a value of a transcript, for another session to read: one safe line for each of its
 * lines. Empty for tool calls, results, what the host wrote, and what is from before a time (ms since 1970).
 */
export function saidIn(value: unknown, since: number | null): string {
  const record = messageIn(value, since);
  if (record === null) return '';
  const isAnswer = record.type === 'assistant';
  const text = isAnswer ? record.texts.join('\n') : (promptOf(record) ?? '');
  const lines = text
    .slice(0, LONGEST)
    .split('\n')
    .map((line) => neutralLine(line, LONGEST_LINE))
    .filter((line) => line !== '');
  if (lines.length === 0) return '';
  const more = lengthOf(record.texts) - LONGEST;
  const rest = text.length > LONGEST ? [`(${more} more characters are left out.)`] : [];
  return [`${isAnswer ? 'Claude' : 'User'}: ${lines[0]}`, ...lines.slice(1), ...rest].join('\n');
}

/** The message in a value; null if there is none, or if it is a subagent's, or from before a time (ms since 1970). */
function messageIn(value: unknown, since: number | null): TranscriptRecord | null {
  const record = readRecord(value);
  const isOld = record !== null && since !== null && record.at !== null && record.at < since;
  return record === null || record.isSidechain || isOld ? null : record;
}

function lengthOf(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + text.length, 0);
}
