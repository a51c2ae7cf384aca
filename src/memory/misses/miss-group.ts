import type { ChronicleEvent } from '#src/format/chronicle.ts';
import type { Session } from '#src/format/session.ts';
import type { Project } from '#src/lib/project.ts';
import type { LedgerLine, MemoryHistory } from '../history.ts';

/** A mistake: a group of misses, the unit in which memory is measured. Only attended sessions count. */
export interface MissGroup {
  /** `<session_id>#e-…` of its oldest miss. */
  id: string;
  /** The group's anchor on the memory page: `c-` and eight hex digits. */
  anchor: string;
  project: Project;
  /** The owner's name for it, else the text of the most telling miss. Untrusted, one line. */
  name: string;
  /** The memory that its misses name or that was written because of them, or null. */
  memory: MemoryHistory | null;
  /** Why these misses are one group: `they name feedback_money.md`. Read after "Counted as one mistake because". */
  because: string;
  /** Oldest first, at least one. */
  misses: Miss[];
  /** Events that say its memory prevented a mistake. Oldest first. */
  hits: Occurrence[];
  /** When its memory was written and strengthened, oldest first. */
  flags: MemoryFlag[];
  state: GroupState;
  /** What the state is based on: `came back 3 times, once since 26 Oct`, `1 hit since 9 Oct`. */
  stateDetail: string;
}

/** An event, in its session. */
export interface Occurrence {
  session: Session;
  event: ChronicleEvent;
}

export interface Miss extends Occurrence {
  kind: MissKind;
}

/** `first` of its group, `repeat` without a memory, or `despite` one that should have prevented it. */
export type MissKind = 'first' | 'repeat' | 'despite';

export interface MemoryFlag {
  /** UTC. */
  at: string;
  action: LedgerLine['action'] | 'file date';
}

/**
 * Broken: missed after its memory was last written. Rule missing: its events name a memory that is not there. No rule: it
 * has no memory. Holds: not missed since, and the memory helped. Too early: not missed since, and too early to say whether
 * the memory helped.
 */
export type GroupState = 'broken' | 'rule missing' | 'no rule' | 'too early' | 'holds';

/** In the order in which pages list them: what needs attention first. */
export const GROUP_STATES: readonly GroupState[] = ['broken', 'rule missing', 'no rule', 'too early', 'holds'];

/** `no rule yet`: a state of a mistake or of its rule, as pages and commands name it. */
export function stateWords(state: GroupState | 'deleted'): string {
  return state === 'no rule' ? 'no rule yet' : state;
}

/** `no-rule`: a state in addresses, ids and styles. */
export function stateSlug(state: GroupState): string {
  return state.replace(' ', '-');
}
