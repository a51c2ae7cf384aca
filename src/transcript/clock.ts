import { DAY_MS } from '../value/calendar-day.ts';

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
