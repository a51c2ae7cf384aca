import type { ChronicleEvent } from '#src/format/chronicle.ts';
import type { Session } from '#src/format/session.ts';
import { isLogged } from '#src/format/event-source.ts';
import type { Project } from '#src/lib/project.ts';
import { sessionAddress } from '#src/lib/text/page-address.ts';
import { compare } from '#src/lib/compare.ts';
import { memoised } from '#src/lib/memo.ts';
import type { Occurrence } from './miss-group.ts';

/** The misses and hits of a project's attended sessions, each oldest first. */
export interface MemoryEvents {
  project: Project;
  misses: Occurrence[];
  hits: Occurrence[];
}

/** Misses and hits by project, in the order of their slugs, without unattended sessions and found events. */
export const memoryEvents = memoised((sessions: readonly Session[]): MemoryEvents[] => {
  const found = new Map<string, MemoryEvents>();
  for (const session of sessions) {
    const { misses, hits } = eventsOf(session);
    if (misses.length + hits.length === 0) continue;
    const { project } = session;
    const events = found.get(project.slug) ?? { project, misses: [], hits: [] };
    found.set(project.slug, events);
    // One by one: a call takes only so many arguments.
    for (const miss of misses) events.misses.push(miss);
    for (const hit of hits) events.hits.push(hit);
  }
  for (const { misses, hits } of found.values()) {
    misses.sort(compareOccurrences);
    hits.sort(compareOccurrences);
  }
  return [...found.values()].sort((a, b) => compare(a.project.slug, b.project.slug));
});

/** The full reference of an event: `<session_id>#e-80a7bf`. */
export function occurrenceName({ session, event }: Occurrence): string {
  return `${session.id}#${event.id}`;
}

/** Orders the events of a project as they happened: by day, time, start of the session, and file order. */
export function compareOccurrences(a: Occurrence, b: Occurrence): number {
  const [left, right] = [places.get(a) ?? '', places.get(b) ?? ''];
  return compare(left, right) || a.event.line - b.event.line;
}

/** A sort key for each event. */
const places = new WeakMap<Occurrence, string>();
const NONE: Pick<MemoryEvents, 'misses' | 'hits'> = { misses: [], hits: [] };

const eventsOf = memoised((session: Session): Pick<MemoryEvents, 'misses' | 'hits'> => {
  const { frontMatter, events } = session.chronicle;
  if (frontMatter.attended === 'no') return NONE;
  const misses: Occurrence[] = [];
  const hits: Occurrence[] = [];
  // An event without a time follows the one before it in the file.
  let [lastDate, lastTime] = [frontMatter.date, null as ChronicleEvent['time']];
  for (const event of events) {
    lastTime = event.time ?? (event.date === lastDate ? lastTime : null);
    lastDate = event.date;
    if ((event.tag !== 'MEMORY-MISS' && event.tag !== 'MEMORY-HIT') || !isLogged(event)) continue;
    const occurrence = { session, event };
    places.set(occurrence, [event.date, lastTime ?? '', frontMatter.started, session.name].join('\n'));
    (event.tag === 'MEMORY-MISS' ? misses : hits).push(occurrence);
  }
  if (misses.length + hits.length === 0) return NONE;
  return { misses: misses.sort(compareOccurrences), hits: hits.sort(compareOccurrences) };
});

/** The address of an event on its session's page. */
export function occurrenceAddress({ session, event }: Occurrence): string {
  return sessionAddress(session.project.slug, session.name, event.id);
}
