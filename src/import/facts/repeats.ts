import type { FactsHead } from '#src/facts/facts.ts';
import { TOLD_AT } from '#src/notebook/failing-text.ts';
import { sha1 } from '#src/value/sha1.ts';
import { commandForm } from '../command-form.ts';

/** From this failure on, a command is repeated in spite of what the agent is told. Earlier ones cannot show whether that helps. */
const LEAST_FAILURES = TOLD_AT + 1;
/** Failing commands that are told apart. */
const MOST = 500;

/** Counts failing commands that were repeated, and forgets the commands. */
export class Repeats {
  #runs = 0;
  #until: number | null = null;
  #failures = 0;
  /** How often each command failed since it last passed, by a digest of its form. */
  readonly #failed = new Map<string, number>();
  readonly #repeated = new Set<string>();

  /** A shell command that has ended. Those of ours and those that only look something up do not count. */
  add(command: string, isFailed: boolean): void {
    const form = commandForm(command);
    if (form === null) return;
    this.#runs++;
    if (!isFailed && this.#failed.size === 0) return;
    const digest = sha1(form);
    const times = this.#failed.get(digest);
    if (!isFailed) this.#failed.delete(digest);
    else if (times !== undefined || this.#failed.size < MOST) this.#fail(digest, (times ?? 0) + 1);
  }

  #fail(digest: string, times: number): void {
    this.#failed.set(digest, times);
    if (times < LEAST_FAILURES) return;
    this.#failures++;
    this.#repeated.add(digest);
    this.#until ??= this.#runs;
  }

  end(): NonNullable<FactsHead['repeats']> {
    return {
      runs: this.#runs,
      until: this.#until ?? this.#runs,
      commands: this.#repeated.size,
      failures: this.#failures,
    };
  }
}
