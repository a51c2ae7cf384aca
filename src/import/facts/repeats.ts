import type { FactsHead } from '#src/facts/facts.ts';
import { beginning } from '../clean-line.ts';
import { mainCommand } from '../shell-command.ts';

/**
 * From this failure on, a command is repeated in spite of its failures. At the third, the notes layer tells the agent that
 * the command fails again, so an earlier one could not show whether that helps.
 */
const LEAST_FAILURES = 4;
/** Failing commands that are told apart. */
const MOST = 500;

/** Counts failing commands that were repeated, and forgets the commands. */
export class Repeats {
  #runs = 0;
  #until: number | null = null;
  #failures = 0;
  /** How often each command failed since it last passed. */
  readonly #failed = new Map<string, number>();
  readonly #repeated = new Set<string>();

  /** A shell command that has ended. */
  add(command: string, isFailed: boolean): void {
    const words = mainCommand(command);
    if (words.length === 0 || isOwn(words)) return;
    this.#runs++;
    if (!isFailed && this.#failed.size === 0) return;
    const form = beginning(words.join(' '));
    const times = this.#failed.get(form);
    if (!isFailed) this.#failed.delete(form);
    else if (times !== undefined || this.#failed.size < MOST) this.#fail(form, (times ?? 0) + 1);
  }

  #fail(form: string, times: number): void {
    this.#failed.set(form, times);
    if (times < LEAST_FAILURES) return;
    this.#failures++;
    this.#repeated.add(form);
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

/** The layers differ in how many of these the agent runs. */
function isOwn([program = '']: readonly string[]): boolean {
  return /(?:^|[\\/])chronicle$/.test(program);
}
