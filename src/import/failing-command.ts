import type { Candidate, Origin } from './candidate.ts';
import { beginning } from './clean-line.ts';
import type { Failure } from './failure.ts';
import type { Streak } from './streak.ts';

const IN_A_ROW = 5;

/** The failures of one command with the same arguments, one after the other, whatever their causes are. */
export class FailingCommand {
  readonly name: string;
  readonly #streaks: Streak[] = [];
  #last: Pick<Failure, 'program' | 'line'> = { program: '', line: '' };
  #origin: Origin | null = null;

  constructor(name: string) {
    this.name = name;
  }

  add({ program, line }: Failure, streak: Streak, origin: Origin): void {
    this.#streaks.push(streak);
    this.#last = { program, line: beginning(line) };
    if (this.#streaks.length === IN_A_ROW) this.#origin = origin;
  }

  /** The streaks of failures that are no events by themselves; the row counts for them where it is one. */
  get untold(): readonly Streak[] {
    return this.#streaks.filter(({ isEvent }) => !isEvent);
  }

  /** The event that it is; null where too few of its failures are told by no streak. */
  get event(): Candidate | null {
    if (this.#origin === null || this.untold.length < IN_A_ROW) return null;
    const { program, line } = this.#last;
    const text = `${program} failed ${this.#streaks.length} times in a row, at last: ${line}`;
    return { tag: 'ERROR', text, details: [], origin: this.#origin };
  }
}
