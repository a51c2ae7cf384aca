import { counted } from '../text/day.ts';
import { callName } from './called.ts';
import { causeOf } from './error-line.ts';
import type { Candidate, Origin } from './found-event.ts';
import { shortPath } from './named-path.ts';
import type { ToolCall } from './record.ts';

/**
 * A linter or type check that fails is friction. One that fails five times in a row and then passes is worth a line: what it
 * wanted, and what made it pass.
 */
const MANY = 5;

interface FailingCheck {
  count: number;
  line: string;
  origin: Origin;
  edited: string;
}

/** The linters and type checks of the work on one prompt. */
export class CheckRuns {
  #failing = new Map<string, FailingCheck>();

  /** A failed check. */
  fail(call: ToolCall, error: string, origin: Origin): void {
    const name = callName(call);
    const count = (this.#failing.get(name)?.count ?? 0) + 1;
    // The cause is only needed of the last one, but nobody knows which that is.
    const line = count < MANY - 1 ? '' : causeOf(error).line;
    this.#failing.set(name, { count, line, origin, edited: '' });
  }

  /** A file was changed. */
  edit(path: string): void {
    for (const failing of this.#failing.values()) failing.edited = path;
  }

  /** A successful call. */
  succeed(call: ToolCall, cwd: string): Candidate[] {
    if (this.#failing.size === 0) return [];
    const name = callName(call);
    const failing = this.#failing.get(name);
    this.#failing.delete(name);
    if (failing === undefined || failing.count < MANY) return [];
    const { count, line, origin, edited } = failing;
    const text = `${name} passed after ${counted(count, 'failure')}, the last: ${line}`;
    const details = edited === '' ? [] : [`passed after a change of ${shortPath(edited, cwd)}`];
    return [{ tag: 'INSIGHT', text, details, origin }];
  }

  /** The end of the work on a prompt. */
  end(): void {
    if (this.#failing.size > 0) this.#failing = new Map();
  }
}
