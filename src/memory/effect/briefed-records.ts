/** The observations that briefings showed, and how often sessions used them. */
import type { Session } from '#src/chronicle/session.ts';
import { shortId } from '#src/chronicle/session-id.ts';
import { allObservations, type BookObservation, globalName, supersededBy } from '#src/notebook/book.ts';
import { observedSession } from '#src/notebook/observed-session.ts';
import { compare } from '#src/value/compare.ts';
import { memoised } from '#src/value/memo.ts';
import { isMeasured } from './measured-session.ts';

/** What a session was shown and used; each observation counts once a session. */
export interface BriefedSession {
  session: Session;
  /** Ids as the briefing shows them. */
  shown: ReadonlySet<string>;
  used: ReadonlySet<string>;
}

/** An observation that briefings showed. */
export interface BriefedRecord extends Pick<BookObservation, 'at' | 'observation'> {
  /** The session that wrote it. */
  from: Session;
  /** In how many sessions. */
  shown: number;
  used: number;
  /** Whether a later observation supersedes it, so that it is not shown any more. */
  isSuperseded: boolean;
}

/** The attended sessions that hooks recorded and whose briefing showed observations, each session id once. */
export function briefedSessions(sessions: readonly Session[]): BriefedSession[] {
  const byId = new Map<string, BriefedSession>();
  for (const session of sessions) {
    const { briefing } = session.facts ?? {};
    if (!briefing || briefing.shown.length === 0 || !isMeasured(session) || byId.has(session.id)) continue;
    const named = new Set(briefing.used);
    byId.set(session.id, {
      session,
      shown: new Set(briefing.shown),
      used: new Set(briefing.shown.filter((id) => named.has(id))),
    });
  }
  return [...byId.values()];
}

/**
 * The observations that briefings showed and that still exist, most used first, then most shown. `all` are all sessions,
 * newest first: an observation that holds everywhere is shown in other projects, too.
 */
export function briefedRecords(briefed: readonly BriefedSession[], all: readonly Session[]): BriefedRecord[] {
  const resolved = resolver(all);
  const records = new Map<string, BriefedRecord & Known>();
  for (const { session, shown, used } of briefed) {
    for (const id of shown) {
      const meant = resolved(session, id);
      if (!meant) continue;
      const name = `${meant.from.project.slug} ${globalName(meant)}`;
      const record = records.get(name) ?? { ...meant, shown: 0, used: 0 };
      records.set(name, record);
      record.shown++;
      if (used.has(id)) record.used++;
    }
  }
  return [...records.values()].sort(
    (a, b) => b.used - a.used || b.shown - a.shown || compare(b.at, a.at) || compare(a.id, b.id),
  );
}

type Known = BookObservation & Pick<BriefedRecord, 'from' | 'isSuperseded'>;

/** What an id in a briefing means: an observation of the session's project, else one that holds in all projects. */
function resolver(sessions: readonly Session[]): (told: Session, id: string) => Known | undefined {
  const projects = Map.groupBy(sessions, ({ project }) => project.slug);
  const bookOf = memoised((own: readonly Session[]) => byShownId(own));
  const globals = byShownId(sessions, ({ observation }) => observation.scope === 'global');
  return ({ project }, id) => bookOf(projects.get(project.slug) ?? []).get(id) ?? globals.get(id);
}

/** Observations by the ids that briefings may show: `o-12ab34`, the newest of several, and `3f6c2a10#o-12ab34`. */
function byShownId(sessions: readonly Session[], isMeant: (entry: BookObservation) => boolean = () => true) {
  const writers = new Map(sessions.map((session) => [session.id, session]));
  const all = allObservations(sessions.toReversed().flatMap(observedSession));
  const superseded = supersededBy(all);
  return new Map(
    all.filter(isMeant).flatMap((entry) => {
      const from = writers.get(entry.session);
      if (!from) return [];
      const known: Known = { ...entry, from, isSuperseded: superseded.has(globalName(entry)) };
      return [entry.id, `${shortId(entry.session)}#${entry.id}`].map((id) => [id, known] as const);
    }),
  );
}
