/** The observations of sessions together: those that no later one supersedes, by project and by file, and their links. */
import { type Scope, SCOPES } from '#src/format/notebook/observation-kinds.ts';
import type { Observation } from '#src/format/notebook/observation.ts';
import { type Problem, problemAt } from '#src/format/problem.ts';
import { isAttended, type Session } from '#src/format/session.ts';
import { memoised } from '#src/lib/memo.ts';
import { fullDay } from '#src/lib/text/day.ts';
import {
  allObservations,
  globalName,
  holding,
  ITSELF,
  type PlacedObservation,
  resolvedName,
  sessionsNamed,
} from '#src/notes/superseded.ts';

/** What a project's page shows of its observations. */
export interface ProjectObservations {
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

/** The observations of a project, from all its sessions, newest first. */
export const projectObservations = memoised((sessions: readonly Session[]): ProjectObservations => {
  const all = allObservations(sessions);
  const held = holding(all);
  return {
    last: sessions.find((session) => session.notebook?.handoff && isAttended(session)) ?? null,
    scopes: SCOPES.map((scope) => scopeOf(scope, held))
      .filter(({ shown }) => shown.length > 0)
      .sort((a, b) => criticalIn(b.shown) - criticalIn(a.shown)),
    count: held.length,
    superseded: all.length - held.length,
  };
});

/** The critical ones first, each newest first. */
function scopeOf(scope: Scope, held: readonly PlacedObservation[]) {
  const own = held
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
    for (const entry of holding(allObservations(sessions)).toReversed()) {
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
  const all = allObservations(sessions);
  const known = new Set(all.map(globalName));
  const ids = new Set(all.map(({ session }) => session));
  return all.flatMap(({ session: own, from: session, observation, supersedes }) =>
    supersedes.flatMap((target): BrokenLink[] => {
      if (target === ITSELF || known.has(resolvedName(target, own, ids, known) ?? '')) return [];
      const [, prefix = ''] = /^([^#]*)#/.exec(target) ?? [];
      const meant = prefix === '' ? 0 : sessionsNamed(prefix, ids).length;
      const shown = target.slice(0, LONGEST);
      const fault = meant > 1 ? `${meant} sessions begin with ${prefix.slice(0, LONGEST)}` : null;
      return [{ session, problem: problemAt('CHRONICLE_SUPERSEDES', observation.line, 1, shown, fault) }];
    }),
  );
}

/** The longest part of a link that a sentence shows (UTF-16 units). */
const LONGEST = 80;
