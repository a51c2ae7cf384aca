/** What failed in one project. */
export interface Failure {
  /** Claude Code's directory name of the project. */
  directory: string;
  /** How many sessions were skipped. */
  sessions: number;
  /** Whether the memory changes could not be added to the ledger. */
  isLedger: boolean;
  /** The first error. */
  error: unknown;
}

/** The errors of a run, by project, since the cause is mostly the same for all its chronicles. */
export class Failures {
  readonly #byProject = new Map<string, Failure>();

  addSession(directory: string, error: unknown): void {
    this.#of(directory, error).sessions++;
  }

  addLedger(directory: string, error: unknown): void {
    this.#of(directory, error).isLedger = true;
  }

  get all(): readonly Failure[] {
    return [...this.#byProject.values()];
  }

  #of(directory: string, error: unknown): Failure {
    const known = this.#byProject.get(directory) ?? { directory, sessions: 0, isLedger: false, error };
    this.#byProject.set(directory, known);
    return known;
  }
}
