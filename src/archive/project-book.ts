/** What a project's page says to whoever goes on there: the last handoff and the book of observations. */
import { SCOPES, type Scope } from '../format/notebook/observation-kinds.ts';
import { isAttended, type Session } from '../format/session.ts';
import { memoised } from '../lib/memo.ts';
import { type PlacedObservation, wholeBook } from './whole-book.ts';

export interface ProjectBook {
  /** The last attended session that wrote a handoff. */
  last: Session | null;
  /** Only those with observations, the scope with most critical ones first. */
  scopes: { scope: Scope; shown: PlacedObservation[]; rest: number }[];
  /** How many observations nothing supersedes, and how many something does. */
  count: number;
  superseded: number;
}

/** As many of a scope as a page shows; search has the rest. */
const SHOWN = 40;

/** The book of a project, from all its sessions, newest first. */
export const projectBook = memoised((sessions: readonly Session[]): ProjectBook => {
  const { entries: book, superseded } = wholeBook(sessions);
  return {
    last: sessions.find((session) => session.notebook?.handoff && isAttended(session)) ?? null,
    scopes: SCOPES.map((scope) => scopeOf(scope, book))
      .filter(({ shown }) => shown.length > 0)
      .sort((a, b) => criticalIn(b.shown) - criticalIn(a.shown)),
    count: book.length,
    superseded,
  };
});

/** The critical ones first, each newest first. */
function scopeOf(scope: Scope, book: readonly PlacedObservation[]) {
  const own = book
    .filter(({ observation }) => observation.scope === scope)
    .toReversed()
    .sort((a, b) => a.observation.priority - b.observation.priority);
  return { scope, shown: own.slice(0, SHOWN), rest: Math.max(0, own.length - SHOWN) };
}

function criticalIn(entries: readonly PlacedObservation[]): number {
  return entries.filter(({ observation }) => observation.priority === 1).length;
}
