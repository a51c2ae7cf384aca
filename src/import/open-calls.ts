import type { ToolCall } from './record.ts';

/** The oldest calls without a result are dropped beyond this many. */
const MOST = 500;

/** Tool calls that wait for their result. */
export class OpenCalls {
  readonly #calls = new Map<string, ToolCall>();

  open(call: ToolCall): void {
    if (this.#calls.size >= MOST) this.#calls.delete(this.#calls.keys().next().value ?? '');
    this.#calls.set(call.id, call);
  }

  /** The call that a result belongs to, which then waits no longer; null if it is unknown. */
  close(id: string): ToolCall | null {
    const call = this.#calls.get(id) ?? null;
    this.#calls.delete(id);
    return call;
  }
}
