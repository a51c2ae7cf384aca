import { beginning } from '../clean-line.ts';

const MOST = 50;
const LONGEST = 250;

/** The branches that a session worked on, in order of appearance. */
export class Branches {
  readonly #branches = new Set<string>();
  #last: string | null = null;

  add(branch: string | null): void {
    if (branch === null || branch === this.#last) return;
    this.#last = branch;
    const name = beginning(branch, LONGEST);
    if (name !== '' && this.#branches.size < MOST) this.#branches.add(name);
  }

  end(): string[] {
    return [...this.#branches];
  }
}
