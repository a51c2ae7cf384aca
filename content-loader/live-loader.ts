import type { LiveLoader } from 'astro/loaders';
import { monthsOf } from '#src/archive/day-index.ts';
import type { Session } from '#src/chronicle/session.ts';
import { type ArchiveSnapshot, currentSnapshot } from './current-archive.ts';

// Astro asks for types with an index signature, which an interface has not.
type SessionData = { [Key in keyof Session]: Session[Key] };
type EntryFilter = { id: string } | { project: string; name: string };
type CollectionFilter = { month?: string };

/**
 * The sessions of the current archive. Entries are found by id (`<project>/<name>`) or by project
 * and name; a collection may be narrowed to one month (`2026-03`) of the front matter's date.
 */
export function chronicleLoader(): LiveLoader<SessionData, EntryFilter, CollectionFilter> {
  return {
    name: 'session-chronicle',
    async loadEntry({ filter }) {
      const session = indexOf(currentSnapshot()).get(entryId(filter));
      return session && entryOf(session);
    },
    async loadCollection({ filter }) {
      const { sessions } = currentSnapshot();
      const month = filter?.month;
      const wanted = month === undefined ? sessions : (monthsOf(sessions).get(month) ?? []);
      return { entries: wanted.map(entryOf) };
    },
  };
}

const indexes = new WeakMap<ArchiveSnapshot, Map<string, Session>>();

function indexOf(snapshot: ArchiveSnapshot): Map<string, Session> {
  const known = indexes.get(snapshot);
  if (known) return known;
  const index = new Map(snapshot.sessions.map((session) => [idOf(session), session]));
  indexes.set(snapshot, index);
  return index;
}

function entryOf(session: Session): { id: string; data: SessionData } {
  return { id: idOf(session), data: session };
}

function entryId(filter: EntryFilter): string {
  return 'id' in filter ? filter.id : `${filter.project}/${filter.name}`;
}

function idOf({ project, name }: Session): string {
  return `${project.slug}/${name}`;
}
