import { isCandidate } from './candidate.ts';
import type { ChronicleEvent, StrayLine, Summary } from './chronicle.ts';
import type { FrontMatter } from './schema.ts';
import type { Session } from './session.ts';
import { sessionTitle } from './title.ts';

/** A complete session for other programs. Keys are only ever added. */
export interface SessionDocument {
  /** The session_id. */
  id: string;
  /** The project's name in addresses. */
  project: string;
  /** The session's name in addresses, unique in its project. */
  name: string;
  title: string;
  /** True if the file is currently unreadable and this is its last good copy. */
  outdated: boolean;
  /** As in the file, including unknown keys. */
  frontMatter: FrontMatter;
  /** `id` is the full name, `<session_id>#e-…`; `candidate` is present on unconfirmed events. */
  events: (ChronicleEvent & { candidate?: true })[];
  /** Lines under "## Events" that are not events. */
  strays: StrayLine[];
  summary: Summary;
}

/** A session with its events and summary, for `chronicle show --json` and the data files of the site. */
export function sessionDocument(session: Session): SessionDocument {
  const { id, project, name, chronicle, outdated } = session;
  const { frontMatter, events, strays, summary } = chronicle;
  return {
    id,
    project: project.slug,
    name,
    title: sessionTitle(session),
    outdated,
    frontMatter,
    events: events.map((event) => ({
      ...event,
      id: `${id}#${event.id}`,
      ...(isCandidate(event) && { candidate: true }),
    })),
    strays,
    summary,
  };
}

/** The `index.json` next to a session's page. */
export function sessionJson(session: Session): string {
  return `${JSON.stringify(sessionDocument(session), null, 2)}\n`;
}
