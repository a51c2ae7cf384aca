import type { ChronicleEvent } from '#src/chronicle/chronicle.ts';
import type { Session } from '#src/chronicle/session.ts';
import type { Project } from '#src/project/project.ts';
import type { LedgerLine } from '../ledger/ledger.ts';
import type { MemoryHistory } from '../ledger/memory-history.ts';

/**
 * Misses that are the same mistake: the unit in which memory is measured. Only attended sessions take
 * part; what a headless run missed is counted apart.
 */
export interface MissGroup {
  /** `<session_id>#e-…` of its oldest miss. */
  id: string;
  /** What names the group on the memory page: `c-` and eight hex digits. */
  anchor: string;
  project: Project;
  /** The owner's name for it, else what the miss that says it best says. Untrusted, one line. */
  name: string;
  /** The memory file that its misses name or that was written because of them; null if there is none. */
  memory: MemoryHistory | null;
  /** Why these misses stand together: `they name feedback_money.md`. Read after "Grouped because". */
  because: string;
  /** Oldest first, at least one. */
  misses: Miss[];
  /** Events that say its memory prevented a mistake. Oldest first. */
  hits: Occurrence[];
  /** What was done to its memory, oldest first: `new` or `strengthen`, or the file's own date. */
  flags: MemoryFlag[];
  state: GroupState;
  /** The state in words: `3 misses since the memory`, `no memory yet`, `2 hits, no miss since 9 Oct`. */
  standing: string;
}

/** An event, in its session. */
export interface Occurrence {
  session: Session;
  event: ChronicleEvent;
}

export interface Miss extends Occurrence {
  kind: MissKind;
}

/** The first of its group, a repeat while there was no memory, or one that a memory should have prevented. */
export type MissKind = 'first' | 'repeat' | 'despite';

export interface MemoryFlag {
  /** UTC. */
  at: string;
  action: LedgerLine['action'] | 'file date';
}

/**
 * New: one miss, no memory. Recurring: two or more, no memory. Came back: a miss after the memory was last
 * written. Watching: none since, fewer than two hits. Held: none since, two hits or more.
 */
export type GroupState = 'new' | 'recurring' | 'came-back' | 'watching' | 'held';

/** The states as pages say and order them: what needs a hand first. */
export const GROUP_STATES: Record<GroupState, string> = {
  'came-back': 'Came back',
  recurring: 'Recurring',
  new: 'New',
  watching: 'Watching',
  held: 'Held',
};
