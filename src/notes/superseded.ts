/**
 * The observations of many sessions, and which of them others supersede. Nothing is rewritten: what was superseded stays in its
 * notebook.
 */
import { type Observation, observationLines } from '#src/format/notebook/observation.ts';
import { isAttended, type Session } from '#src/format/session.ts';
import { compare } from '#src/lib/compare.ts';
import { estimatedTokens } from '#src/lib/text/plain.ts';

/** What of an observation decides whether another one supersedes it. */
export interface Superseding {
  session: string;
  id: string;
  /** Whether a person attended the session. */
  attended: boolean;
  /** As the observation states them; `resolvedName` reads them. */
  supersedes: readonly string[];
}

/** An observation with its session. */
export interface PlacedObservation extends Superseding {
  /** Local `YYYY-MM-DD HH:MM`, or only the day. */
  at: string;
  observation: Observation;
  from: Session;
}

/** What an observation without a successor says of itself when it no longer holds: `Supersedes: itself`. */
export const ITSELF = 'itself';

/** The name of an observation among those of all sessions: `<session id>#o-12ab34`. */
export function globalName({ session, id }: Pick<Superseding, 'session' | 'id'>): string {
  return `${session}#${id}`;
}

/** All observations of these sessions, given newest first, the oldest first; of the same minute, in the order of their files. */
export function allObservations(sessions: readonly Session[]): PlacedObservation[] {
  return sessions
    .toReversed()
    .flatMap((from) =>
      (from.notebook?.observations ?? []).map((observation): PlacedObservation => {
        const { id, supersedes } = observation;
        const at = whenOf(observation, from.chronicle.frontMatter.date);
        return { session: from.id, id, attended: isAttended(from), at, supersedes, observation, from };
      }),
    )
    .sort((a, b) => compare(a.at, b.at));
}

/** When an observation was made. A later day without a date cannot be told from the session's first. */
export function whenOf({ date, time }: Pick<Observation, 'date' | 'time'>, day: string): string {
  return time === null ? (date ?? day) : `${date ?? day} ${time}`;
}

/** The observations that no other supersedes, in the given order. */
export function holding<Entry extends Superseding>(all: readonly Entry[]): Entry[] {
  const superseded = supersededBy(all);
  return all.filter((entry) => !superseded.has(globalName(entry)));
}

/**
 * What supersedes each superseded observation, by global names: a retired one supersedes itself. Where observations name one
 * another in a circle, the last one stays. One of a session that nobody attended does not supersede those of others. `all` is
 * in the order of time.
 */
export function supersededBy<Entry extends Superseding>(all: readonly Entry[]): Map<string, Entry> {
  const superseded = new Map<string, Entry>();
  const linked = all.filter(({ supersedes }) => supersedes.length > 0);
  if (linked.length === 0) return superseded;
  const sessions = new Set(all.map(({ session }) => session));
  const known = new Map(all.map((entry) => [globalName(entry), entry]));
  const retired: Entry[] = [];
  // The last ones first, so that of a circle it is the link to a later one that is left out.
  for (const entry of linked.reverse()) {
    for (const target of entry.supersedes) {
      if (target === ITSELF) retired.push(entry);
      const other = known.get(resolvedName(target, entry.session, sessions, known) ?? '');
      if (!other || (other.attended && !entry.attended)) continue;
      if (!superseded.has(globalName(other)) && !leadsTo(superseded, entry, other))
        superseded.set(globalName(other), entry);
    }
  }
  for (const entry of retired) if (!superseded.has(globalName(entry))) superseded.set(globalName(entry), entry);
  return superseded;
}

/** Whether `from` is, or was superseded step by step by, `to`. */
function leadsTo<Entry extends Superseding>(superseded: ReadonlyMap<string, Entry>, from: Entry, to: Entry): boolean {
  for (let entry: Entry | undefined = from; entry; entry = superseded.get(globalName(entry)))
    if (entry === to) return true;
  return false;
}

/** The sessions that `name` can mean: the one with this id, else all that begin with it. */
export function sessionsNamed(name: string, ids: ReadonlySet<string>): readonly string[] {
  if (ids.has(name)) return [name];
  return name.length < SHORTEST ? [] : [...ids].filter((id) => id.startsWith(name));
}

/** So much of an id has to be written. */
const SHORTEST = 4;

/**
 * The global name that a reference means: `o-12ab34` of the same session, else the only one of all that are `known`; or
 * `<session>#o-12ab34`, where the beginning of a session id is enough if it is the only one. Null if it can mean several or
 * none.
 */
export function resolvedName(
  target: string,
  own: string,
  ids: ReadonlySet<string>,
  known: { has(name: string): boolean; keys(): Iterable<string> },
): string | null {
  const [, prefix = '', id = ''] = /^(?:([A-Za-z0-9_-]+)#)?(o-[0-9a-f]{6}(?:-\d+)?)$/.exec(target) ?? [];
  if (id === '') return null;
  if (prefix === '' && !known.has(`${own}#${id}`)) {
    const [only, another] = [...known.keys()].filter((name) => name.endsWith(`#${id}`));
    return another === undefined ? (only ?? null) : null;
  }
  const [session, other] = prefix === '' ? [own] : sessionsNamed(prefix, ids);
  return session === undefined || other !== undefined ? null : `${session}#${id}`;
}

/** What it costs to read an observation as a whole (estimated tokens). */
export function costOfReading({ at, observation }: Pick<PlacedObservation, 'at' | 'observation'>): number {
  return estimatedTokens(observationLines(at, observation));
}

/** The days that an observation names, `YYYY-MM-DD`: those it refers to and those computed from an expression. */
export function namedDays({ refs, rels }: Pick<Observation, 'refs' | 'rels'>): string[] {
  return [...new Set([...refs, ...rels.map(({ date }) => date)])].sort(compare);
}
