/** Longer gaps between two messages are breaks, not work. The number. */
const LONGEST_GAP = 15 * 60_000;
const MINUTE = 60_000;

/** The time of a session's first and last message, and how long it was active in between. */
export class Span {
  #from: number | null = null;
  #to: number | null = null;
  #last: number | null = null;
  #active = 0;

  /** The next message. Some are recorded a little after they were typed; a clock that was set back begins anew. */
  add(at: number): void {
    const gap = this.#last === null ? 0 : at - this.#last;
    if (gap > 0 && gap <= LONGEST_GAP) this.#active += gap;
    if (gap > 0 || gap < -LONGEST_GAP || this.#last === null) this.#last = at;
    this.#from = Math.min(this.#from ?? at, at);
    this.#to = Math.max(this.#to ?? at, at);
  }

  get from(): number | null {
    return this.#from;
  }

  get to(): number | null {
    return this.#to;
  }

  /** Active time in minutes, never more than the span; at least one if there was any. */
  get activeMinutes(): number {
    const active = Math.min(this.#active, (this.#to ?? 0) - (this.#from ?? 0));
    return active === 0 ? 0 : Math.max(1, Math.round(active / MINUTE));
  }
}
