import { foundEvents, hasContent, type Session } from '#src/format/session.ts';
import { type FactsFigures, factsFigures } from '#src/transcript/session-json.ts';
import { sessionTitle } from '#src/transcript/title.ts';
import type { Project } from '#src/lib/project.ts';
import { sessionTime } from './session-time.ts';

/** What lists show of a session: small, and kept as JSON in the index. */
export interface SessionCard {
  id: string;
  project: Project;
  name: string;
  /** Absolute path of the chronicle. */
  path: string;
  /** The name of its archive; absent if that has none. */
  machine?: string | undefined;
  title: string;
  /** Local `YYYY-MM-DD`. */
  date: string;
  /** UTC, as in the front matter. */
  started: string;
  /** `2026-11-19 08:40`, in the clock of the place where it ran. */
  start: string;
  branch: string;
  task: string;
  source: string | null;
  /** The other system that it was imported from. */
  importedFrom: string | null;
  /** How many events are shown. */
  events: number;
  /** How many of them were found in the transcript. */
  found: number;
  /** The kind of its summary. */
  summary: string;
  problems: number;
  figures: FactsFigures | null;
  hasContent: boolean;
}

/** What lists show of a session. */
export function sessionCard(session: Session): SessionCard {
  const { id, project, name, path, machine, facts, problems, chronicle } = session;
  const { date, started, branch, task, source = null, imported_from: importedFrom = null } = chronicle.frontMatter;
  return {
    ...{ id, project, name, path, ...(machine && { machine }), title: sessionTitle(session) },
    ...{ date, started, start: `${date} ${sessionTime(session).started}`, branch, task, source, importedFrom },
    events: chronicle.events.length,
    found: foundEvents(chronicle).length,
    summary: chronicle.summary.kind,
    problems: problems.length,
    figures: facts ? factsFigures(facts) : null,
    hasContent: hasContent(session),
  };
}
