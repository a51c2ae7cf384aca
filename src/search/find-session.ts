import type { Session } from '../chronicle/session.ts';
import { nearestOf } from '../value/nearest.ts';

/** The session that was meant; or those it could be, and whether that is because several fit or because none does. */
export type FoundSession = { session: Session } | { fits: 'several' | 'none'; candidates: Session[] };

/** Less of an id is too likely to be another's. */
const SHORTEST_ID = 6;

/**
 * Finds a session by what people call it: its file's stem, `project/stem`, its id or at least six characters of it, or
 * `last`. Takes sessions newest first.
 */
export function findSession(sessions: readonly Session[], reference: string): FoundSession {
  const [last] = sessions;
  if (reference === 'last' && last) return { session: last };
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

function isSameName({ project, name }: Session, reference: string): boolean {
  return name.toLowerCase() === reference || `${project.slug}/${name}`.toLowerCase() === reference;
}

function hasId(id: string, reference: string): boolean {
  const known = id.toLowerCase();
  return known === reference || (reference.length >= SHORTEST_ID && known.startsWith(reference));
}
