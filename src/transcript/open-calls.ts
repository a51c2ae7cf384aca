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
