/** When a session was worked on: what was done in each minute, and the minutes without breaks. */
import type { FactsBody } from './facts.ts';

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

/** Longer gaps between two messages are breaks, not work. */
const LONGEST_GAP = 15 * 60_000;

/**
 * The minutes of work between messages at these times (ms), in order: the span without breaks. At least one if there was any
 * work. Times are sorted first, since hosts that resume a session may write its answers with the time of the resume.
 */
export function activeMinutes(times: readonly number[]): number {
  let active = 0;
  for (const [index, at] of times.entries()) {
    const gap = at - (times[index - 1] ?? at);
    if (gap <= LONGEST_GAP) active += gap;
  }
  return active === 0 ? 0 : Math.max(1, Math.round(active / MINUTE));
}
