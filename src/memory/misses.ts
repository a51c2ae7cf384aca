/** The misses and hits that sessions logged about memory: what mistakes and the figures of memories are made of. */
import type { ChronicleEvent } from '#src/format/chronicle.ts';
import { isLogged } from '#src/format/event-source.ts';
import { isAttended, type Session } from '#src/format/session.ts';
import { compare } from '#src/lib/compare.ts';
import { memoised } from '#src/lib/memo.ts';
import type { Project } from '#src/lib/project.ts';
import { sessionAddress } from '#src/lib/text/page-address.ts';

/** An event, in its session. */
export interface Occurrence {
  session: Session;
  event: ChronicleEvent;
}

/** A miss or a hit, with a text that sorts it by day, time, start of the session, and place in the file. */
export interface MemoryEvent extends Occurrence {
  order: string;
}

interface ProjectEvents {
  project: Project;
  /** Each oldest first. */
  misses: MemoryEvent[];
  hits: MemoryEvent[];
}

/** Misses and hits by project, in the order of their slugs, without unattended sessions and found events. */
export const memoryEvents = memoised((sessions: readonly Session[]): ProjectEvents[] => {
  const found = new Map<string, ProjectEvents>();
  for (const session of sessions) {
    const own = eventsOf(session);
    if (own.length === 0) continue;
    const { project } = session;
    const events = found.get(project.slug) ?? { project, misses: [], hits: [] };
    found.set(project.slug, events);
    for (const each of own) (each.event.tag === 'MEMORY-MISS' ? events.misses : events.hits).push(each);
  }
  for (const { misses, hits } of found.values()) for (const list of [misses, hits]) list.sort(byTime);
  return [...found.values()].sort((a, b) => compare(a.project.slug, b.project.slug));
});

const eventsOf = memoised((session: Session): MemoryEvent[] => {
  const { frontMatter, events } = session.chronicle;
  if (!isAttended(session)) return [];
  // An event without a time follows the one before it in the file.
  let [lastDate, lastTime] = [frontMatter.date, null as ChronicleEvent['time']];
  return events.flatMap((event, at): MemoryEvent[] => {
    lastTime = event.time ?? (event.date === lastDate ? lastTime : null);
    lastDate = event.date;
    if ((event.tag !== 'MEMORY-MISS' && event.tag !== 'MEMORY-HIT') || !isLogged(event)) return [];
    const place = String(at).padStart(6, '0');
    const order = [event.date, lastTime ?? '', frontMatter.started, session.name, place].join('\n');
    return [{ session, event, order }];
  });
});

/** Orders the events of a project as they happened. */
export function byTime(a: MemoryEvent, b: MemoryEvent): number {
  return compare(a.order, b.order);
}

/** The full reference of an event: `<session_id>#e-80a7bf`. */
export function occurrenceName({ session, event }: Occurrence): string {
  return `${session.id}#${event.id}`;
}

/** The address of an event on its session's page. */
export function occurrenceAddress({ session, event }: Occurrence): string {
  return sessionAddress(session.project.slug, session.name, event.id);
}

/**
 * Whether an event is strictly later than a time in UTC. Without its own time or its offset from UTC, the days decide, and
 * the same day is not later.
 */
export function isLater({ session, event }: Occurrence, at: string): boolean {
  const { utc_offset: offset } = session.chronicle.frontMatter;
  if (offset !== undefined && event.time !== null)
    return Date.parse(`${event.date}T${event.time}:00${offset}`) > Date.parse(at);
  const shift = -Date.parse(`1970-01-01T00:00:00${offset ?? '+00:00'}`);
  return event.date > new Date(Date.parse(at) + shift).toISOString().slice(0, 10);
}
