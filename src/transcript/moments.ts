/**
 * When things in a session happened, under which prompt, and which result belongs to which call:
 *
 *     {"at": 1774360803000, "prompt": 2, "id": "d2ad…", "file": "3f6c….jsonl", "line": 120}   under the third prompt
 */

import { DAY_MS } from '#src/lib/calendar-day.ts';
import type { MadeCommit, UnshownCommit } from './commits.ts';
import type { Origin } from './found.ts';
import type { ToolCall, ToolResult } from './records.ts';

/** Where and when something happened, and under which prompt: its index, null before the first one. */
export interface Moment extends Origin {
  prompt: number | null;
}

/** A call with its result. */
export interface Done {
  call: ToolCall;
  called: Moment;
  nth: number;
  result: ToolResult;
  /** The commits that it made, or may have made. */
  commits: readonly (MadeCommit | UnshownCommit)[];
}

/** The time of something, and the prompt it happened under. */
export type When = Pick<Moment, 'at' | 'prompt'>;

/** A time as facts tell it. */
export function timeText(at: number): string {
  return new Date(at).toISOString();
}

/**
 * How many characters a text keeps beyond its limit until secrets are removed: a secret at the limit is only recognised as a
 * whole.
 */
export const SLACK = 400;

/** The clocks of two machines or time zones differ by less than this (ms). */
const CLOCKS = DAY_MS;

/** Corrects the times of one session's records, in order: some have no time, or that of a wrong clock. */
export class RecordTimes {
  readonly #latest: number;
  #begun: number | null = null;
  #last: number | null = null;

  /** `now` is the current time in milliseconds. */
  constructor(now: number) {
    this.#latest = now + CLOCKS;
  }

  /** Notes the time of a prompt. */
  begin(at: number): void {
    this.#begun ??= at;
  }

  /** The record's time; the previous record's, if any, when it is missing, long before the first prompt, or in the future. */
  of(at: number | null): number | null {
    const isWrong = at !== null && (at > this.#latest || (this.#begun !== null && at < this.#begun - CLOCKS));
    const hasLast = this.#last !== null && this.#last <= this.#latest;
    if (at !== null && !(isWrong && hasLast)) this.#last = at;
    return this.#last;
  }
}

/** The oldest calls without a result are dropped beyond this many. */
const MOST = 500;

/** Tool calls that wait for their result, by their ids, with what is known of each. */
export class OpenCalls<Known> {
  readonly #calls = new Map<string, Known>();

  open(id: string, call: Known): void {
    if (this.#calls.size >= MOST) this.#calls.delete(this.#calls.keys().next().value ?? '');
    this.#calls.set(id, call);
  }

  /** The call that a result belongs to, which then waits no longer; null if it is unknown. */
  close(id: string): Known | null {
    const call = this.#calls.get(id) ?? null;
    this.#calls.delete(id);
    return call;
  }
}
