import { compare } from '#src/value/compare.ts';
import type { MemoryHistory } from '../ledger/memory-history.ts';
import type { MissGroup, Occurrence } from '../misses/miss-group.ts';

/** How one memory fares: what the archive saw before it was written, and since. */
export interface MemoryStanding {
  /** Its project, file, birth and changes. */
  history: MemoryHistory;
  /** Whether the file lies there now, as far as ledger and disk tell. */
  exists: boolean;
  /** The mistakes it is meant against. */
  groups: MissGroup[];
  /**
   * Misses of its groups before it was written, and since; of a memory that is gone, until it went. Each oldest
   * first. Without a dated birth all are in `before`.
   */
  before: Occurrence[];
  since: Occurrence[];
  /** Events that say it prevented a mistake, oldest first. */
  hits: Occurrence[];
  /** Counted sessions of its project before its birth and since: attended, not backfilled, with an event or a summary. */
  sessions: { before: number; since: number };
  /** In how many of those its mistake was made: the figures that the effect rests on. */
  missed: { before: number; since: number };
  /** It exists and was missed after it was last written or strengthened; then `since` counts how often since its birth. */
  isLeaking: boolean;
  effect: MemoryEffect;
}

export type Verdict = 'worked' | 'leaking' | 'untested' | 'not enough data';

/** What can be said of a memory's effect on how often its mistake is made. */
export interface MemoryEffect {
  verdict: Verdict;
  /** The verdict in words, a whole sentence with the numbers it rests on. */
  because: string;
  /** Misses per ten sessions before and since; null where there is no session or no dated birth. */
  rates: { before: number | null; since: number | null };
  /**
   * Probability that a memory without any effect seems to work this well or better, 0 to 1; null where there is nothing
   * to compare.
   */
  luck: number | null;
  /**
   * Share of sessions with the mistake since, against before: 1 is no change; null where it cannot be estimated. `low`
   * and `high` are its 90 % interval.
   */
  ratio: { estimate: number; low: number; high: number } | null;
}

/**
 * The memories that leak and cannot be said to work all the same: the most misses per ten sessions since they were
 * written first, then the most misses, then by project and file.
 */
export function brokenMemories(standings: readonly MemoryStanding[]): MemoryStanding[] {
  return standings
    .filter(({ isLeaking, effect }) => isLeaking && effect.verdict !== 'worked')
    .sort(
      (a, b) =>
        (b.effect.rates.since ?? 0) - (a.effect.rates.since ?? 0) ||
        b.since.length - a.since.length ||
        compare(nameOf(a), nameOf(b)),
    );
}

function nameOf({ history }: MemoryStanding): string {
  return `${history.project.slug}\n${history.file}`;
}
