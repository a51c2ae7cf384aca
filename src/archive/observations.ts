/** The observations of sessions together: those that no later one supersedes, by project and by file, and their links. */
import { type Scope, SCOPES } from '../format/notebook/observation-kinds.ts';
import type { Observation } from '../format/notebook/observation.ts';
import { type Problem, problemAt } from '../format/problem.ts';
import { isAttended, type Session } from '../format/session.ts';
import { memoised } from '../lib/memo.ts';
import { fullDay } from '../lib/text/day.ts';
import {
  allObservations,
  type BookObservation,
  bookOf,
  globalName,
  ITSELF,
  observedSession,
  resolvedName,
} from '../notes/book.ts';
import { SessionIds } from '#src/notes/book.ts';

/** An observation with its session. */
export interface PlacedObservation extends BookObservation {
  from: Session;
}

export interface WholeBook {
  /** Oldest first. */
  entries: PlacedObservation[];
  /** How many observations a later one supersedes. */
  superseded: number;
}

/** The book of these sessions, which come newest first: those of a project, or all. */
const wholeBook = memoised((sessions: readonly Session[]): WholeBook => {
  const observing = sessions.filter((session) => observedSession(session).length > 0);
  const byId = new Map(observing.map((session) => [session.id, session]));
  const observed = observing.toReversed().flatMap(observedSession);
  const entries = bookOf(observed).flatMap((entry): PlacedObservation[] => {
    const from = byId.get(entry.session);
    return from ? [{ ...entry, from }] : [];
  });
  return { entries, superseded: allObservations(observed).length - entries.length };
});

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

/** The observations of these sessions that no later one supersedes, by the paths that they name, newest first. */
export const observationsByFile = memoised(
  (sessions: readonly Session[]): ReadonlyMap<string, readonly PlacedObservation[]> => {
    const found = new Map<string, PlacedObservation[]>();
    for (const entry of wholeBook(sessions).entries.toReversed()) {
      for (const path of new Set(entry.observation.files)) {
        const own = found.get(path);
        if (own) own.push(entry);
        else found.set(path, [entry]);
      }
    }
    return found;
  },
);

/**
 * Each date that an observation names: `refers to Sun 28 Mar 2027`, `due Sat 5 Dec 2026, from “next week”`. A computed date
 * before the day it was `made` is not due: “last week” was over by then. With `today`, what is past says `was due`.
 */
export function dateWords(
  { refs, rels }: Pick<Observation, 'refs' | 'rels'>,
  made: string,
  today: string | null = null,
): string[] {
  const due = (date: string) => (date < made ? 'refers to' : today !== null && date < today ? 'was due' : 'due');
  return [
    ...refs.map((date) => `refers to ${fullDay(date)}`),
    ...rels.map(({ date, expression }) => `${due(date)} ${fullDay(date)}, from “${expression}”`),
  ];
}

/** A problem with an observation of a session, at the observation's line in the notebook. */
export interface BrokenLink {
  session: Session;
  problem: Problem;
}

/** The links of these sessions that name no observation, or may mean several sessions. */
export function brokenLinks(sessions: readonly Session[]): BrokenLink[] {
  const all = allObservations(sessions.flatMap(observedSession));
  const known = new Set(all.map(globalName));
  const ids = new SessionIds(all.map(({ session }) => session));
  const byId = new Map(sessions.map((session) => [session.id, session]));
  return all.flatMap(({ session: own, observation, supersedes }) =>
    supersedes.flatMap((target): BrokenLink[] => {
      const session = byId.get(own);
      if (!session || target === ITSELF || known.has(resolvedName(target, own, ids) ?? '')) return [];
      const [, prefix = ''] = /^([^#]*)#/.exec(target) ?? [];
      const meant = prefix === '' || ids.named(prefix) !== null ? 0 : ids.beginning(prefix).length;
      const shown = target.slice(0, LONGEST);
      const fault = meant > 1 ? `${meant} sessions begin with ${prefix.slice(0, LONGEST)}` : null;
      return [{ session, problem: problemAt('CHRONICLE_SUPERSEDES', observation.line, 1, shown, fault) }];
    }),
  );
}

/** The longest part of a link that a sentence shows (UTF-16 units). */
const LONGEST = 80;
