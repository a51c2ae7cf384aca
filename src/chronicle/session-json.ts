import type { Facts, FactsBody, FactsHead } from '../facts/facts.ts';
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
  /** The figures of what its transcript showed; null if that was never read. */
  facts: FactsFigures | null;
  /** What its transcript showed: prompts, commits, files and so on. Absent in lists, and without facts. */
  transcript?: Transcript;
}

/** The head of a facts file, without what only says which file was read. */
export type FactsFigures = Omit<FactsHead, 'version' | 'session_id' | 'transcripts'>;

/** The rest of a facts file, without what only the next reading of the transcript needs. */
export type Transcript = Omit<FactsBody, 'placed' | 'skipped'>;

/**
 * A session with its events, summary and figures, and what its transcript showed if `facts` are given, for `chronicle show
 * --json` and the data files of the site.
 */
export function sessionDocument(session: Session, facts: Facts | null = null): SessionDocument {
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
    facts: session.facts ? factsFigures(session.facts) : null,
    ...(facts && { transcript: transcriptOf(facts) }),
  };
}

/** The figures of a session's facts for other programs. */
export function factsFigures({ version, session_id, transcripts, ...figures }: FactsHead): FactsFigures {
  return figures;
}

function transcriptOf({ head, placed, skipped, ...shown }: Facts): Transcript {
  return shown;
}

/** The `index.json` next to a session's page. Each part of the transcript is a line, since some have hundreds of entries. */
export function sessionJson(session: Session, facts: Facts | null): string {
  const { transcript, ...document } = sessionDocument(session, facts);
  const text = JSON.stringify(document, null, 2);
  if (!transcript) return `${text}\n`;
  const parts = Object.entries(transcript).map(
    ([key, value]) => `    ${JSON.stringify(key)}: ${JSON.stringify(value)}`,
  );
  return `${text.slice(0, -2)},\n  "transcript": {\n${parts.join(',\n')}\n  }\n}\n`;
}
