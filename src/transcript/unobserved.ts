/**
 * What was said in the part of a transcript that the observer has not seen: how much it is, and its text for a model to read.
 *
 *     {"type":"user","message":{"role":"user","content":"Rename the table"},…}        a prompt, 16 characters
 *     {"type":"assistant","message":{"content":[{"type":"text","text":"Done."}],…}}   5 characters
 *
 * Prompts of the person and texts of the agent count; tool calls, their results, thinking, subagents and what the host wrote
 * do not.
 */
import type { ObserverState } from '../record/observer-state.ts';
import { neutralLine } from '../lib/text/plain.ts';
import { commandOf, EDITS } from './calls.ts';
import { promptOf } from './prompts.ts';
import { readRecord, type ToolCall, type TranscriptRecord, wordOf } from './records.ts';
import { commandName, nameOf, programOf, simpleCommands } from './shell.ts';
import { testIn } from './test-runs.ts';

/** Calls without a result: an interrupted one, or one that a piece of the transcript ends with. */
const MOST_OPEN = 40;
/** A line of a message, for a model to read. */
const LONGEST_LINE = 2000;
/** Of a longer message, the beginning (characters). */
const LONGEST = 12_000;

/** Counts what was said in values of a transcript, which come in order. */
export class UnobservedCount {
  /** The state after the values so far. */
  readonly state: ObserverState;

  constructor(before: ObserverState) {
    this.state = { ...before, events: [...before.events], openCalls: [...before.openCalls] };
  }

  /** The next value, in a line that begins at this byte. */
  add(value: unknown, at: number): void {
    const record = messageIn(value, this.state.since);
    if (record === null) return;
    const isNew = at >= this.state.from;
    if (record.type === 'assistant') this.#answer(record, isNew);
    else this.#asked(record, isNew);
  }

  #answer({ texts, calls, answer: notes }: TranscriptRecord, isNew: boolean): void {
    const { state } = this;
    state.parent = null;
    if (isNew) state.characters += lengthOf(texts);
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
  }

  /** Counts a prompt, and notes which calls failed. */
  #asked(record: TranscriptRecord, isNew: boolean): void {
    const { state } = this;
    for (const { callId, isError } of record.results) {
      const name = state.openCalls.find(([id]) => id === callId)?.[1];
      state.openCalls = state.openCalls.filter(([id]) => id !== callId);
      if (isError && isNew && name !== undefined) state.events = withEvent(state.events, failedEvent(name));
    }
    if (promptOf(record) === null) return;
    if (isNew) state.characters += lengthOf(record.texts);
    if (state.prompts === null) return;
    const isAgain = record.parent !== null && record.parent === state.parent;
    if (!isAgain) state.prompts++;
    state.parent = record.parent;
  }
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

/** What the agent plans to do, or has done. Their subjects are not told: they may contain anything. */
const TASKS = /^(?:TaskCreate|TaskUpdate)$/;
/** What changes more than the files at hand, or says whether they are right. */
const VERB = /(?:^|[ :_-])(?:tests?|build|deploy|install|publish|push|migrat(?:e|ion)|release)(?=$|[.:_ -])/;
const LONGEST_NAME = 60;
const MOST_EVENTS = 20;

/**
 * What a call of a tool is called: the tool and the file's name, or the program and its subcommand, nothing that may contain
 * a secret. `isTold` if it matters even if it succeeds: a change of a file, a test, a build, a deployment and the like.
 */
export function toolEvent({ name, input }: ToolCall): { name: string; isTold: boolean } {
  const path = wordOf(input.file_path) ?? wordOf(input.notebook_path);
  const command = commandOf({ id: '', name, input });
  if (command === '') {
    const event = `${name} ${programOf(path ?? '')}`.trim().slice(0, LONGEST_NAME);
    return { name: event, isTold: TASKS.test(name) || (EDITS.test(name) && path !== null) };
  }
  const said = simpleCommands(command)
    .map(nameOf)
    .find((each) => VERB.test(each));
  const event = (said ?? commandName(command)) || name;
  return { name: event.slice(0, LONGEST_NAME), isTold: said !== undefined || testIn(command) !== null };
}

/** The name of a failed call. */
export function failedEvent(name: string): string {
  return `${name} (failed)`;
}

/** The list with an event as its last one; once, as an edit of the same file says nothing new. */
export function withEvent(events: readonly string[], event: string): string[] {
  return [...events.filter((each) => each !== event && failedEvent(each) !== event), event].slice(-MOST_EVENTS);
}
