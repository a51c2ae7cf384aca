import { compare } from '#src/lib/compare.ts';
import type { MemoryHistory } from '../history.ts';
import { cameBackWords, type LastWritten } from '../misses/group-state.ts';
import type { MissGroup, Occurrence } from '../misses/miss-group.ts';

/** What the archive saw of one memory's mistakes before it was written and since, and whether it helped. */
export interface MemoryStanding {
  /** Its project, file, birth and changes. */
  history: MemoryHistory;
  /** Whether the file exists now, according to the disk or else the ledger. */
  exists: boolean;
  /** The mistakes it is meant to prevent. */
  groups: MissGroup[];
  /**
   * Misses of its groups before it was written, and since; for a deleted memory, until it was deleted. Each oldest
   * first. Without a dated birth all are in `before`.
   */
  before: Occurrence[];
  since: Occurrence[];
  /** Events that say it prevented a mistake, oldest first. */
  hits: Occurrence[];
  /** Counted sessions of its project before its birth and since: attended, not imported, with an event or a summary. */
  sessions: { before: number; since: number };
  /** In how many of those its mistake was made: the figures that the effect rests on. */
  missed: { before: number; since: number };
  /** When it got its present meaning, and the misses of `since` that are later: the rule as it is now. Null without a dated birth. */
  now: (LastWritten & { misses: Occurrence[] }) | null;
  /** It exists and was missed after it was last written or strengthened. */
  isBroken: boolean;
  effect: MemoryEffect;
}

/** Whether a memory helped. That is `not known yet` while the sessions prove nothing either way. */
export type Verdict = 'helped' | 'did not help' | 'not known yet';

/** A memory's effect on how often its mistake is made. */
export interface MemoryEffect {
  verdict: Verdict;
  /** The reasons for the verdict in whole sentences, with the numbers it rests on. */
  because: string;
  /** Misses per ten sessions before and since; null where there is no session or no dated birth. */
  rates: { before: number | null; since: number | null };
  /**
   * The probability that a memory without any effect seems to work this well or better, 0 to 1; null where there is
   * nothing to compare.
   */
  chance: number | null;
  /**
   * Share of sessions with the mistake since, against before: 1 is no change; null where it cannot be estimated. `low`
   * and `high` are its 90 % interval.
   */
  ratio: { estimate: number; low: number; high: number } | null;
}

/** The state of a rule: that of its mistakes, so that a page has one word for both; or `deleted`. */
export type RuleState = 'broken' | 'too early' | 'holds' | 'deleted';

/** A rule's state. It is broken, even if it helped, once its mistake came back after it was last written. */
export function ruleState({
  exists,
  isBroken,
  effect,
}: Pick<MemoryStanding, 'exists' | 'isBroken'> & { effect: Pick<MemoryEffect, 'verdict'> }): RuleState {
  if (!exists) return 'deleted';
  if (isBroken) return 'broken';
  return effect.verdict === 'helped' ? 'holds' : 'too early';
}

/** `came back 3 times, once since 26 Oct`: what a rule's mistake did since the rule was written; empty if it did not come back. */
export function cameBack({ since, now }: Pick<MemoryStanding, 'since' | 'now'>, year: string): string {
  return now === null ? '' : cameBackWords({ all: since.length, now: now.misses.length, written: now, year });
}

/** Rules that are not broken now, but were, before they were strengthened. */
export function brokenBefore(standings: readonly MemoryStanding[]): MemoryStanding[] {
  return standings.filter(({ exists, isBroken, since }) => exists && !isBroken && since.length > 0);
}

/**
 * The memories that are still broken, also those that helped: the most misses per ten sessions since they were written
 * first, then the most misses, then by project and file.
 */
export function brokenRules(standings: readonly MemoryStanding[]): MemoryStanding[] {
  return standings
    .filter(({ isBroken }) => isBroken)
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
