import type { LiveLoader } from 'astro/loaders';
import type { Session } from '#src/format/session.ts';
import { currentSnapshot } from './current-archive.ts';

// Astro needs types with an index signature, which interfaces do not have.
type SessionData = { [Key in keyof Session]: Session[Key] };
type EntryFilter = { id: string };
type CollectionFilter = { paths?: ReadonlySet<string> };

/** Loads the sessions of the archive. An entry's id is `<project>/<name>`; a collection can be filtered by file paths. */
export function chronicleLoader(): LiveLoader<SessionData, EntryFilter, CollectionFilter> {
  return {
    name: 'session-chronicle',
    async loadEntry({ filter }) {
      return entriesOf(currentSnapshot().sessions).find(({ id }) => id === filter.id);
    },
    async loadCollection({ filter }) {
      const { sessions } = currentSnapshot();
      const paths = filter?.paths;
      return { entries: entriesOf(paths ? sessions.filter(({ path }) => paths.has(path)) : sessions) };
    },
  };
}

function entriesOf(sessions: readonly Session[]): { id: string; data: SessionData }[] {
  return sessions.map((session) => ({ id: `${session.project.slug}/${session.name}`, data: session }));
}
