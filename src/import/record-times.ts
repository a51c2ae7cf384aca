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
