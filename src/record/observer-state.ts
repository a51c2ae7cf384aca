/**
 * What the observer knows of a session: how much was said since it was last asked for observations, and why it may be
 * asked again. One small JSON file, read and written by hand, because hooks do not load the schema library.
 *
 *     {"transcript":"/home/me/.claude/projects/-home-me-app/3f6c….jsonl","counted":81234,"from":0,"characters":5120,…}
 */
import { isRecord } from '../lib/is-record.ts';

export interface ObserverState {
  /** The path of the transcript that was counted; null before the first one. */
  transcript: string | null;
  /** Records from before this time are copies, or from before the counting began (ms since 1970); null to count all. */
  since: number | null;
  /** When it was last read (ms since 1970). */
  at: number | null;
  /** How much of the transcript was read (bytes). */
  counted: number;
  /** Whether that is in the middle of a line, the rest of which is to be skipped. */
  isInLine: boolean;
  /** Text before this byte was observed, or asked for. */
  from: number;
  /** How much was said after it (characters). */
  characters: number;
  /** How much of the next answer is counted already: when the turn ended, the transcript did not have it yet (characters). */
  ahead: number;
  /** The digest of the message with which the last turn ended. */
  message: string | null;
  /** How many prompts there were; null if earlier ones are not known. */
  prompts: number | null;
  /** The parent of the last prompt, while it is not answered: edited and sent again, it replaces the last one. */
  parent: string | null;
  /** The tool calls that matter, oldest first. */
  events: string[];
  /** Tool calls without a result yet, by id. */
  openCalls: [id: string, name: string][];
  /** The context of the last answer, and the largest one (tokens). */
  context: number;
  largest: number;
  /** Whether a compaction makes the observer ask. */
  isForced: boolean;
  /** Whether the next hook before a compaction counts for nothing: no compaction came after the last one. */
  isWarned: boolean;
  /** Whether the session was asked because its context window is full. A compaction empties it. */
  isFullAsked: boolean;
  /** When the session was last asked, and when it last observed something (UTC). */
  asked: string | null;
  observed: string | null;
}

/** Of tool calls so many are kept. */
const MOST_EVENTS = 20;
const MOST_OPEN = 40;

/** The state of a session of which nothing is known. */
export function newObserverState(): ObserverState {
  return {
    transcript: null,
    since: null,
    at: null,
    counted: 0,
    isInLine: false,
    from: 0,
    characters: 0,
    ahead: 0,
    message: null,
    prompts: 0,
    parent: null,
    events: [],
    openCalls: [],
    context: 0,
    largest: 0,
    isForced: false,
    isWarned: false,
    isFullAsked: false,
    asked: null,
    observed: null,
  };
}

/** Reads a state; null if the text has another form. */
export function readObserverState(text: string): ObserverState | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  if (!isRecord(value)) return null;
  const fields: Record<string, unknown> = value;
  if (countIn(fields.counted) === null || countIn(fields.from) === null) return null;
  const count = (key: keyof ObserverState) => countIn(fields[key]) ?? 0;
  return {
    transcript: wordIn(fields.transcript),
    since: countIn(fields.since),
    at: countIn(fields.at),
    counted: count('counted'),
    isInLine: fields.isInLine === true,
    from: count('from'),
    characters: count('characters'),
    ahead: count('ahead'),
    message: wordIn(fields.message),
    prompts: countIn(fields.prompts),
    parent: wordIn(fields.parent),
    events: listIn(fields.events).filter(isWord).slice(-MOST_EVENTS),
    openCalls: listIn(fields.openCalls).filter(isPair).slice(-MOST_OPEN),
    context: count('context'),
    largest: count('largest'),
    isForced: fields.isForced === true,
    isWarned: fields.isWarned === true,
    isFullAsked: fields.isFullAsked === true,
    asked: wordIn(fields.asked),
    observed: wordIn(fields.observed),
  };
}

/** Writes a state as one line. */
export function writeObserverState(state: ObserverState): string {
  const { events, openCalls } = state;
  return `${JSON.stringify({ ...state, events: events.slice(-MOST_EVENTS), openCalls: openCalls.slice(-MOST_OPEN) })}\n`;
}

function countIn(value: unknown): number | null {
  return Number.isSafeInteger(value) && Number(value) >= 0 ? Number(value) : null;
}

function wordIn(value: unknown): string | null {
  return isWord(value) ? value : null;
}

function isWord(value: unknown): value is string {
  return typeof value === 'string';
}

function listIn(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function isPair(value: unknown): value is [string, string] {
  return Array.isArray(value) && value.length === 2 && value.every(isWord);
}
