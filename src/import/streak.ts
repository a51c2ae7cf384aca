import { counted } from '../text/day.ts';
import type { Candidate, Origin } from './candidate.ts';
import { beginning } from './clean-line.ts';
import type { Failure } from './failure.ts';

const ALIKE = 3;
const IDENTICAL = 2;

/** Failures with one cause. Of many it keeps only in what they differ. */
export class Streak {
  readonly #first: Pick<Failure, 'program' | 'obstacle' | 'line'>;
  readonly #names = new Set<string>();
  readonly #programs = new Set<string>();
  readonly #forms = new Set<string>();
  readonly #lines = new Set<string>();
  readonly #answers = new Map<string, number>();
  #count = 0;
  /** The failure that made it a streak; null while it is none. */
  #origin: Origin | null = null;

  constructor({ program, obstacle, line }: Failure) {
    this.#first = { program, obstacle, line: beginning(line) };
  }

  get count(): number {
    return this.#count;
  }

  get isEvent(): boolean {
    return this.#origin !== null;
  }

  takes({ obstacle, form, name }: Failure): boolean {
    if (obstacle !== this.#first.obstacle) return false;
    // What is not allowed or not reached is so for all that one program tries; a missing tool is one tool.
    const isMet = obstacle !== null && obstacle !== 'missing tool' && this.#names.has(name);
    return isMet || this.#forms.has(form);
  }

  add({ name, program, form, line, same }: Failure, origin: Origin): void {
    this.#count++;
    this.#names.add(name);
    this.#programs.add(program);
    this.#forms.add(form);
    this.#lines.add(beginning(line));
    if (this.#origin) return;
    const times = (this.#answers.get(same) ?? 0) + 1;
    this.#answers.set(same, times);
    if (this.#count >= ALIKE || times >= IDENTICAL) this.#origin = origin;
  }

  isOf(name: string): boolean {
    return this.#names.has(name);
  }

  /** The event that it is; null while it is none. */
  get event(): Candidate | null {
    if (this.#origin === null) return null;
    const { program, obstacle, line } = this.#first;
    const others = this.#programs.size === 1 ? '' : ` and ${counted(this.#programs.size - 1, 'other')}`;
    const first = this.#lines.size === 1 ? '' : ', at first';
    const text = `${program}${others} failed ${this.#count} times${obstacle === null ? '' : `, ${obstacle}`}${first}: ${line}`;
    return { tag: obstacle === null ? 'ERROR' : 'BLOCKED', text, details: [], origin: this.#origin };
  }
}
