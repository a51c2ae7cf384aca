import { type Facts, type FactsBody, parseFacts } from './facts.ts';
import type { FactsHead } from '../format/facts-head.ts';
import { foundIn, writtenDetails } from '../format/event-source.ts';
import type { ChronicleEvent, StrayLine, Summary } from '../format/chronicle.ts';
import type { Handoff } from '../format/notebook/handoff-fields.ts';
import type { Note } from '../format/notebook/notebook.ts';
import type { Observation } from '../format/notebook/observation.ts';
import type { FrontMatter } from '../format/schema.ts';
import { loggedEvents, type Session } from '../format/session.ts';
import { sessionTitle } from './title.ts';

/** A complete session for other programs. Keys are only ever added. */
export interface SessionDocument {
  /** The session_id. */
  id: string;
  /** The project's name. */
  project: string;
  /** The session's name in addresses, unique in its project. */
  name: string;
  title: string;
  /** True if the file is currently unreadable and this is its last good copy. */
  outdated: boolean;
  /** As in the file, including unknown keys. */
  frontMatter: FrontMatter;
  /** The logged events. `id` is the full name, `<session_id>#e-…`. */
  events: ChronicleEvent[];
  /** The events found in its transcript, without those that a person hid. */
  found: FoundEntry[];
  /** Lines under "## Events" that are not events. */
  strays: StrayLine[];
  summary: Summary;
  /** What the agent noted for its own work. `id` is the full name, `<session_id>#n-…`. Absent without a notebook. */
  notes?: Note[];
  /** What it kept for later sessions. `id` is the full name, `<session_id>#o-…`. Absent without any. */
  observations?: Observation[];
  /** Where the work stood, in the agent's words. Absent without one. */
  handoff?: Handoff;
  /** The figures of what its transcript showed; null if that was never read. */
  facts: FactsFigures | null;
  /** What its transcript showed: prompts, commits, files and so on. Absent in lists, and without facts. */
  transcript?: Transcript;
}

/** The head of a facts file, without what only says which file was read. */
export type FactsFigures = Omit<FactsHead, 'version' | 'session_id' | 'transcripts'>;

/** The rest of a facts file, without what only the next reading of the transcript needs. */
export type Transcript = Omit<FactsBody, 'found' | 'skipped'>;

/**
 * A session with its events, summary and figures, and what its transcript showed if `facts` are given, for `chronicle show
 * --json` and the data files of the site.
 */
export function sessionDocument(session: Session, facts: Facts | null = null): SessionDocument {
  const { id, project, name, chronicle, outdated } = session;
  const { frontMatter, strays, summary } = chronicle;
  return {
    id,
    project: project.name,
    name,
    title: sessionTitle(session),
    outdated,
    frontMatter,
    events: loggedEvents(chronicle).map((event) => ({ ...event, id: `${id}#${event.id}` })),
    found: foundEntries(session),
    strays,
    summary,
    ...(session.notebook && { notes: session.notebook.notes.map((note) => ({ ...note, id: `${id}#${note.id}` })) }),
    ...(session.notebook?.observations && {
      observations: session.notebook.observations.map((each) => ({ ...each, id: `${id}#${each.id}` })),
    }),
    ...(session.notebook?.handoff && { handoff: session.notebook.handoff }),
    facts: session.facts ? factsFigures(session.facts) : null,
    ...(facts && { transcript: transcriptOf(facts) }),
  };
}

/** A found event for other programs. */
interface FoundEntry extends Pick<ChronicleEvent, 'id' | 'tag' | 'text' | 'details' | 'date' | 'time'> {
  /** `commit a1b2c3d`, `dialog`, … */
  from: string;
  /** `<file>.jsonl:<line>`; null where an old chronicle does not say. */
  transcript: string | null;
  record: string;
  shown: boolean;
}

function foundEntries({ id: session, chronicle }: Session): FoundEntry[] {
  const entry = (event: ChronicleEvent, shown: boolean): FoundEntry[] => {
    const source = foundIn(event);
    if (source === null) return [];
    const { id, tag, text, date, time } = event;
    const { from, reference, record, place } = source;
    return [
      {
        ...{ id: `${session}#${id}`, tag, text, details: writtenDetails(event), date, time },
        from: reference === '' ? from : `${from} ${reference}`,
        transcript: place && `${place.file}:${place.line}`,
        ...{ record, shown },
      },
    ];
  };
  const { events, more = [] } = chronicle;
  return [...events.flatMap((event) => entry(event, true)), ...more.flatMap((event) => entry(event, false))];
}

/** The figures of a session's facts for other programs. */
export function factsFigures({ version, session_id, transcripts, ...figures }: FactsHead): FactsFigures {
  return figures;
}

function transcriptOf({ head, found, skipped, ...shown }: Facts): Transcript {
  return shown;
}

/** The `index.json` next to a session's page, without what its transcript showed. */
export function sessionJson(session: Session): string {
  return `${JSON.stringify(sessionDocument(session), null, 2)}\n`;
}

/** A session's `index.json` with what its transcript showed, from the text of its facts file. Each part is a line, since some have hundreds of entries. */
export function withTranscript(json: string, source: string): string {
  const { facts } = parseFacts(source);
  const parts = facts ? Object.entries(transcriptOf(facts)) : [];
  const lines = parts.map(([key, value]) => `    ${JSON.stringify(key)}: ${JSON.stringify(value)}`);
  return parts.length === 0 ? json : `${json.slice(0, -3)},\n  "transcript": {\n${lines.join(',\n')}\n  }\n}\n`;
}
