import { isCandidate } from './candidate.ts';
import type { ChronicleEvent, StrayLine, Summary } from './chronicle.ts';
import type { FrontMatter } from './schema.ts';
import type { Session } from './session.ts';
import { sessionTitle } from './title.ts';

/** A session for other programs, whole. Keys are only ever added. */
export interface SessionDocument {
  /** The session_id. */
  id: string;
  /** The project's name in addresses. */
  project: string;
  /** The session's name in addresses, unique in its project. */
  name: string;
  title: string;
  /** True if the file cannot be read as it is and this is its last good copy. */
  outdated: boolean;
  /** As in the file, unknown keys too. */
  frontMatter: FrontMatter;
  /** `id` is `<session_id>#e-…`, by which an event is cited from anywhere; `candidate` is there where nobody confirmed it. */
  events: (ChronicleEvent & { candidate?: true })[];
  /** Lines under "## Events" that are no events. */
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

/** The `index.json` beside a session's page. */
export function sessionJson(session: Session): string {
  return `${JSON.stringify(sessionDocument(session), null, 2)}\n`;
}
