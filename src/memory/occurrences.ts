/** Misses and hits, and the mistakes that misses belong to. `mistakes.ts` finds those. */
import type { ChronicleEvent } from '#src/format/chronicle.ts';
import { isLogged } from '#src/format/event-source.ts';
import type { Session } from '#src/format/session.ts';
import { compare } from '#src/lib/compare.ts';
import { memoised } from '#src/lib/memo.ts';
import type { Project } from '#src/lib/project.ts';
import { sessionAddress } from '#src/lib/text/page-address.ts';
import type { LedgerLine, MemoryHistory } from './history.ts';

/** A mistake. Only attended sessions count. */
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

/** Misses of one project that are one mistake, oldest first, with its name and the reason for grouping them. */
export interface Cluster {
  misses: [Occurrence, ...Occurrence[]];
  because: string;
  name: string;
}

/** An event's tie to a memory: it names the file, or a line of its history lists the event. */
export interface MemoryTie {
  file: string;
  by: 'name' | 'history';
}

/** The misses and hits of a project's attended sessions, each oldest first. */
interface MemoryEvents {
  project: Project;
  misses: Occurrence[];
  hits: Occurrence[];
}

/** Misses and hits by project, in the order of their slugs, without unattended sessions and found events. */
export const memoryEvents = memoised((sessions: readonly Session[]): MemoryEvents[] => {
  const found = new Map<string, MemoryEvents>();
  for (const session of sessions) {
    const { project, chronicle } = session;
    if (chronicle.frontMatter.attended === 'no') continue;
    // An event without a time follows the one before it in the file.
    let [lastDate, lastTime] = [chronicle.frontMatter.date, null as ChronicleEvent['time']];
    for (const event of chronicle.events) {
      lastTime = event.time ?? (event.date === lastDate ? lastTime : null);
      lastDate = event.date;
      if ((event.tag !== 'MEMORY-MISS' && event.tag !== 'MEMORY-HIT') || !isLogged(event)) continue;
      const occurrence = { session, event };
      places.set(occurrence, [event.date, lastTime ?? '', chronicle.frontMatter.started, session.name].join('\n'));
      const events = found.get(project.slug) ?? { project, misses: [], hits: [] };
      found.set(project.slug, events);
      (event.tag === 'MEMORY-MISS' ? events.misses : events.hits).push(occurrence);
    }
  }
  for (const { misses, hits } of found.values()) for (const list of [misses, hits]) list.sort(compareOccurrences);
  return [...found.values()].sort((a, b) => compare(a.project.slug, b.project.slug));
});

/** A sort key for each event. */
const places = new WeakMap<Occurrence, string>();

/** Orders the events of a project as they happened: by day, time, start of the session, and file order. */
export function compareOccurrences(a: Occurrence, b: Occurrence): number {
  return compare(places.get(a) ?? '', places.get(b) ?? '') || a.event.line - b.event.line;
}

/** The full reference of an event: `<session_id>#e-80a7bf`. */
export function occurrenceName({ session, event }: Occurrence): string {
  return `${session.id}#${event.id}`;
}

/** The address of an event on its session's page. */
export function occurrenceAddress({ session, event }: Occurrence): string {
  return sessionAddress(session.project.slug, session.name, event.id);
}
