/** A complete session for other programs: `chronicle show --json`, and the data files of the site. Keys are only ever added. */
import type { ChronicleEvent } from '#src/format/chronicle.ts';
import { foundIn, writtenDetails } from '#src/format/event-source.ts';
import type { FactsHead } from '#src/format/facts-head.ts';
import { loggedEvents, type Session } from '#src/format/session.ts';
import { type Facts, parseFacts } from './facts.ts';
import { sessionTitle } from './title.ts';

/** The head of a facts file, without what only says which file was read. */
export type FactsFigures = Omit<FactsHead, 'version' | 'session_id' | 'transcripts'>;

/**
 * A session with its events, summary and figures, and what its transcript showed if `facts` are given. Ids are full names, such
 * as `<session_id>#e-…`. `notes`, `observations` and `handoff` are absent without any.
 */
export function sessionDocument(session: Session, facts: Facts | null = null) {
  const { id, project, name, chronicle, outdated, notebook } = session;
  const { frontMatter, strays, summary, events, more = [] } = chronicle;
  const named = <Named extends { id: string }>(each: Named): Named => ({ ...each, id: `${id}#${each.id}` });
  return {
    ...{ id, project: project.name, name, title: sessionTitle(session) },
    /** True if the file is currently unreadable and this is its last good copy. */
    outdated,
    /** As in the file, including unknown keys. */
    frontMatter,
    events: loggedEvents(chronicle).map(named),
    /** The events found in its transcript, without those that a person hid. */
    found: [
      ...events.flatMap((event) => foundEntry(event, id, true)),
      ...more.flatMap((event) => foundEntry(event, id, false)),
    ],
    /** Lines under "## Events" that are not events. */
    strays,
    summary,
    ...(notebook && { notes: notebook.notes.map(named) }),
    ...(notebook?.observations && { observations: notebook.observations.map(named) }),
    ...(notebook?.handoff && { handoff: notebook.handoff }),
    /** The figures of what its transcript showed; null if that was never read. */
    facts: session.facts ? factsFigures(session.facts) : null,
    ...(facts && { transcript: transcriptOf(facts) }),
  };
}

/** A found event for other programs: `from` as in `commit a1b2c3d`, `transcript` as in `<file>.jsonl:<line>`. */
function foundEntry(event: ChronicleEvent, session: string, shown: boolean) {
  const source = foundIn(event);
  if (source === null) return [];
  const { id, tag, text, date, time } = event;
  const { from, reference, record, place } = source;
  return [
    {
      ...{ id: `${session}#${id}`, tag, text, details: writtenDetails(event), date, time },
      from: reference === '' ? from : `${from} ${reference}`,
      // Null where an old chronicle does not say.
      transcript: place && `${place.file}:${place.line}`,
      ...{ record, shown },
    },
  ];
}

/** The figures of a session's facts for other programs. */
export function factsFigures({ version, session_id, transcripts, ...figures }: FactsHead): FactsFigures {
  return figures;
}

/** The rest of a facts file, without what the session has already. */
function transcriptOf({ head, found, ...shown }: Facts) {
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
