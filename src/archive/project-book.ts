/** What a project's page says to whoever goes on there: the last handoff, the dates ahead and the book of observations. */
import { SCOPES, type Scope } from '../chronicle/notebook/observation-kinds.ts';
import { isAttended, type Session } from '../chronicle/session.ts';
import { allObservations, type BookObservation, bookOf, namedDays, type ObservedSession } from '../notebook/book.ts';
import { compare } from '../value/compare.ts';
import { memoised } from '../value/memo.ts';

/** An observation with its session. */
export interface PlacedObservation extends BookObservation {
  from: Session;
}

export interface ProjectBook {
  /** The last attended session that wrote a handoff. */
  last: Session | null;
  /** The observations that name a day on or after that of the project's newest session, by that day. */
  ahead: { day: string; entry: PlacedObservation }[];
  /** Only those with observations, the scope with most critical ones first. */
  scopes: { scope: Scope; shown: PlacedObservation[]; rest: number }[];
  /** How many observations nothing supersedes, and how many something does. */
  count: number;
  superseded: number;
}

/** As many of a scope as a page shows; search has the rest. */
const SHOWN = 40;
/** As many dates as a page shows. */
const MOST_AHEAD = 10;

/** The book of a project, from all its sessions, newest first. */
export const projectBook = memoised((sessions: readonly Session[]): ProjectBook => {
  const byId = new Map(sessions.map((session) => [session.id, session]));
  const observed = sessions.toReversed().flatMap(observedSession);
  const book = bookOf(observed).flatMap((entry): PlacedObservation[] => {
    const from = byId.get(entry.session);
    return from ? [{ ...entry, from }] : [];
  });
  const today =
    sessions
      .map(({ chronicle }) => chronicle.frontMatter.date)
      .sort(compare)
      .at(-1) ?? '';
  return {
    last: sessions.find((session) => session.notebook?.handoff && isAttended(session)) ?? null,
    ahead: book
      .flatMap((entry) => {
        const day = namedDays(entry.observation).find((each) => each >= today);
        return day === undefined ? [] : [{ day, entry }];
      })
      .sort((a, b) => compare(a.day, b.day))
      .slice(0, MOST_AHEAD),
    scopes: SCOPES.map((scope) => scopeOf(scope, book))
      .filter(({ shown }) => shown.length > 0)
      .sort((a, b) => criticalIn(b.shown) - criticalIn(a.shown)),
    count: book.length,
    superseded: allObservations(observed).length - book.length,
  };
});

/** What a session has for the book; nothing without observations. */
export function observedSession(session: Session): ObservedSession[] {
  const { observations } = session.notebook ?? {};
  if (!observations) return [];
  const { date: day } = session.chronicle.frontMatter;
  return [{ sessionId: session.id, day, attended: isAttended(session), observations }];
}

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
