import type { Session } from '../format/session.ts';
import type { Project } from '../lib/project.ts';
import { nearestOf } from '../lib/nearest.ts';

/** What a session is found by. */
export interface NamedSession extends Pick<Session, 'id' | 'name'> {
  project: Pick<Project, 'slug'>;
}

/** The session found, or the candidates if several match or none does. */
export type FoundSession<Named> = { session: Named } | { fits: 'several' | 'none'; candidates: Named[] };

/** A shorter prefix of an id is too likely to match another session. */
const SHORTEST_ID = 6;

/**
 * Finds a session by its file's stem, `project/stem`, its id or at least six characters of it, or `last`: the newest
 * session that `isEligible`. Takes sessions newest first.
 */
export function findSession<Named extends NamedSession>(
  sessions: readonly Named[],
  reference: string,
  isEligible: (session: Named) => boolean,
): FoundSession<Named> {
  const last = reference === 'last' ? sessions.find(isEligible) : undefined;
  if (last) return { session: last };
  const name = reference.toLowerCase().replace(/\.md$/, '');
  const named = sessions.filter((session) => isSameName(session, name));
  const fitting = named.length > 0 ? named : sessions.filter(({ id }) => hasId(id, name));
  const [only] = fitting;
  if (only && fitting.length === 1) return { session: only };
  if (only) return { fits: 'several', candidates: fitting };
  const nearest = nearestOf(
    name,
    sessions.map((session) => session.name),
  );
  return { fits: 'none', candidates: sessions.filter((session) => session.name === nearest) };
}

function isSameName({ project, name }: NamedSession, reference: string): boolean {
  return name.toLowerCase() === reference || `${project.slug}/${name}`.toLowerCase() === reference;
}

function hasId(id: string, reference: string): boolean {
  const known = id.toLowerCase();
  return known === reference || (reference.length >= SHORTEST_ID && known.startsWith(reference));
}
