import { isCandidate } from '#src/chronicle/candidate.ts';
import type { Session } from '#src/chronicle/session.ts';
import { sessionTitle } from '#src/chronicle/title.ts';
import { sessionAddress } from '#src/text/page-address.ts';
import { memoised } from '#src/value/memo.ts';

/** An event that a ledger line or a proposal rests on. */
export interface Evidence {
  /** `<session_id>#e-…`, as it stands there. */
  ref: string;
  /** The event, where the archive has it. Its text is untrusted. */
  event: { href: string; date: string; text: string; isCandidate: boolean } | null;
}

/** Finds what ledger and proposals name by id. Ids may be shared by mistake: the same project goes first. */
export interface Evidences {
  events(refs: readonly string[], project: string): Evidence[];
  /** The page of a session and what it is called; null if the archive does not have it. */
  session(id: string, project: string): { href: string; title: string } | null;
}

/** The finder for these sessions. The same array gets the same. */
export const evidencesIn = memoised(
  (sessions: readonly Session[]): Evidences => finder(Map.groupBy(sessions, ({ id }) => id)),
);

function finder(byId: ReadonlyMap<string, Session[]>): Evidences {
  const find = (id: string, project: string) => {
    const found = byId.get(id) ?? [];
    return found.find((session) => session.project.slug === project) ?? found[0];
  };
  return {
    session(id, project) {
      const session = find(id, project);
      return session
        ? { href: sessionAddress(session.project.slug, session.name), title: sessionTitle(session) }
        : null;
    },
    events(refs, project) {
      return refs.map((ref) => {
        const [, id = '', eventId = ''] = /^(.*)#(e-[^#]*)$/s.exec(ref) ?? [];
        const session = find(id, project);
        const event = session?.chronicle.events.find((each) => each.id === eventId);
        if (!session || !event) return { ref, event: null };
        const href = sessionAddress(session.project.slug, session.name, eventId);
        return { ref, event: { href, date: event.date, text: event.text, isCandidate: isCandidate(event) } };
      });
    },
  };
}
