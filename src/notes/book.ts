/**
 * The book of a project: its observations that no later one supersedes. Nothing is rewritten, so what was superseded stays
 * in its notebook.
 */
import { type Observation, observationLines } from '#src/format/notebook/observation.ts';
import { isAttended, type Session } from '#src/format/session.ts';
import { compare } from '#src/lib/compare.ts';
import { estimatedTokens } from '#src/lib/text/plain.ts';

/** A session whose notebook has observations. */
export interface ObservedSession {
  sessionId: string;
  /** Its first day, local `YYYY-MM-DD`. */
  day: string;
  /** Whether a person attended it. */
  attended: boolean;
  /** In file order. */
  observations: readonly Observation[];
}

/** What a session has for the book; nothing without observations. */
export function observedSession(session: Session): ObservedSession[] {
  const { observations } = session.notebook ?? {};
  if (!observations) return [];
  const { date: day } = session.chronicle.frontMatter;
  return [{ sessionId: session.id, day, attended: isAttended(session), observations }];
}

/** What of an observation decides whether another one supersedes it. */
export interface Superseding {
  session: string;
  id: string;
  /** Whether a person attended the session. */
  attended: boolean;
  /** Local `YYYY-MM-DD HH:MM`, or only the day. */
  at: string;
  /** As the observation states them; `resolvedName` reads them. */
  supersedes: readonly string[];
}

export interface BookObservation extends Superseding {
  observation: Observation;
}

/** What an observation without a successor says of itself when it no longer holds: `Supersedes: itself`. */
export const ITSELF = 'itself';

/** The name of an observation among those of all sessions: `<session id>#o-12ab34`. */
export function globalName({ session, id }: Pick<Superseding, 'session' | 'id'>): string {
  return `${session}#${id}`;
}

/** All observations of these sessions, oldest first; of the same minute, in the order of their files. */
export function allObservations(sessions: readonly ObservedSession[]): BookObservation[] {
  return sessions
    .flatMap(({ sessionId: session, day, attended, observations }) =>
      observations.map((observation) => {
        const { id, supersedes } = observation;
        return { session, id, attended, at: whenOf(observation, day), supersedes, observation };
      }),
    )
    .sort(byTime);
}

/** Puts what was made earlier first. */
function byTime(a: { at: string }, b: { at: string }): number {
  return compare(a.at, b.at);
}

/** When an observation was made. A later day without a date cannot be told from the session's first. */
export function whenOf({ date, time }: Pick<Observation, 'date' | 'time'>, day: string): string {
  return time === null ? (date ?? day) : `${date ?? day} ${time}`;
}

/** The observations that no other supersedes, oldest first. */
export function bookOf(sessions: readonly ObservedSession[]): BookObservation[] {
  const all = allObservations(sessions);
  const superseded = supersededBy(all);
  return superseded.size === 0 ? all : all.filter((entry) => !superseded.has(globalName(entry)));
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
  const sessions = new SessionIds(all.map(({ session }) => session));
  const known = new Map(all.map((entry) => [globalName(entry), entry]));
  const retired: Entry[] = [];
  // The last ones first, so that of a circle it is the link to a later one that is left out.
  for (const entry of linked.reverse()) {
    for (const target of entry.supersedes) {
      if (target === ITSELF) retired.push(entry);
      const other = known.get(resolvedName(target, entry.session, sessions) ?? '');
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

/**
 * The global name that a reference means: `o-12ab34` of the same session, or `<session>#o-12ab34`, where the beginning of a
 * session id is enough if it is the only one. Null if it can mean several sessions or none.
 */
export function resolvedName(target: string, own: string, sessions: SessionIds): string | null {
  const [, prefix = '', id = ''] = /^(?:([A-Za-z0-9_-]+)#)?(o-[0-9a-f]{6}(?:-\d+)?)$/.exec(target) ?? [];
  if (id === '') return null;
  const session = prefix === '' ? own : sessions.named(prefix);
  return session === null ? null : `${session}#${id}`;
}

/** What it costs to read an observation as a whole (estimated tokens). */
export function costOfReading({ at, observation }: Pick<BookObservation, 'at' | 'observation'>): number {
  return estimatedTokens(observationLines(at, observation));
}

/** The days that an observation names, `YYYY-MM-DD`: those it refers to and those computed from an expression. */
export function namedDays({ refs, rels }: Pick<Observation, 'refs' | 'rels'>): string[] {
  return [...new Set([...refs, ...rels.map(({ date }) => date)])].sort(compare);
}

/** The ids of many sessions, which their beginnings name where only one begins so. */
export class SessionIds {
  readonly #all: ReadonlySet<string>;
  #sorted: readonly string[] | undefined;

  constructor(ids: Iterable<string>) {
    this.#all = new Set(ids);
  }

  /** The session that `name` means: the one with this id, else the only one that begins with it; null for several or none. */
  named(name: string): string | null {
    if (this.#all.has(name)) return name;
    const [only, other] = this.beginning(name, 2);
    return other === undefined ? (only ?? null) : null;
  }

  /** The ids that begin with `prefix`, at most `most`. */
  beginning(prefix: string, most = Number.POSITIVE_INFINITY): string[] {
    this.#sorted ??= [...this.#all].sort();
    const first = firstFrom(this.#sorted, prefix);
    const found: string[] = [];
    for (let at = first; found.length < most && this.#sorted[at]?.startsWith(prefix); at++)
      found.push(this.#sorted[at] ?? '');
    return found;
  }
}

/** The place of the first text that is not before `text`, in a sorted list. */
function firstFrom(sorted: readonly string[], text: string): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? '') < text) low = middle + 1;
    else high = middle;
  }
  return low;
}
