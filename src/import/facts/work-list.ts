import type { FactsBody } from '#src/facts/facts.ts';

type Work = FactsBody['work'][number];
export type WorkKind = 'reads' | 'edits' | 'commands' | 'tests';

/** A session with more minutes of work than this shows the first ones: 25 hours. */
const MOST_MINUTES = 1500;
const MINUTE = 60_000;

/** Counts what was done in each minute. */
export class WorkList {
  readonly #minutes = new Map<number, Omit<Work, 'minute'>>();

  add(kind: WorkKind, at: number): void {
    const minute = Math.floor(at / MINUTE);
    const known = this.#minutes.get(minute);
    if (!known && this.#minutes.size >= MOST_MINUTES) return;
    const work = known ?? { reads: 0, edits: 0, commands: 0, tests: 0 };
    work[kind]++;
    this.#minutes.set(minute, work);
  }

  /** The minutes with work since the session's first message, in order. */
  end(from: number): Work[] {
    const work = new Map<number, Work>();
    for (const [minute, done] of [...this.#minutes].sort(([a], [b]) => a - b)) {
      const since = Math.max(0, Math.floor((minute * MINUTE - from) / MINUTE + 1e-9));
      const known = work.get(since);
      work.set(since, known ? sum(known, done) : { minute: since, ...done });
    }
    return [...work.values()];
  }
}

function sum(work: Work, { reads, edits, commands, tests }: Omit<Work, 'minute'>): Work {
  return {
    minute: work.minute,
    reads: work.reads + reads,
    edits: work.edits + edits,
    commands: work.commands + commands,
    tests: work.tests + tests,
  };
}
