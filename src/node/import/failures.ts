/** What could not be written in one project. */
export interface Failure {
  /** Claude Code's directory name of the project. */
  directory: string;
  /** How many sessions were left out. */
  sessions: number;
  /** Whether what transcripts show of memory was not entered. */
  isLedger: boolean;
  /** The first that went wrong. */
  error: unknown;
}

/** What went wrong in a run, gathered by project: what stops one chronicle mostly stops all beside it. */
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
