import { type Acknowledged, lostEvents, readAcknowledged } from '#src/chronicle/acknowledged.ts';
import { type AcknowledgedNote, lostNotes, readAcknowledgedNotes } from '#src/chronicle/notebook/acknowledged-notes.ts';
import { problemAt } from '#src/chronicle/problem.ts';
import type { Attention, Session } from '#src/chronicle/session.ts';
import { isSessionId } from '#src/chronicle/session-id.ts';
import { LOGGED_FOLDER, notebookPath } from '#src/project/paths.ts';
import type { LoggedRecord } from '../session/acknowledged-file.ts';
import type { StoredFile } from './file-store.ts';
import type { Source } from './source.ts';

/** What `chronicle log` and `chronicle note` wrote lately, one file a session. */
export const recordSource: Source<LoggedRecord> = {
  kind: 'logged events',
  list: { folder: LOGGED_FOLDER, isMember: isSessionId },
  parse: (text) => ({
    value: { events: readAcknowledged(text), notes: readAcknowledgedNotes(text) },
    problems: [],
  }),
};

/** The problems of sessions whose files no longer have all events and notes that were written, by path. */
export function attentionToLost(
  records: readonly StoredFile<LoggedRecord>[],
  sessions: readonly Session[],
): Attention[] {
  if (records.length === 0) return [];
  const logged = new Map(records.map(({ name, content }) => [name, content.value]));
  return sessions.flatMap((session) => {
    const { events = [], notes = [] } = logged.get(session.id) ?? {};
    const lost = lostEvents(events, session.chronicle.events);
    // Whoever deletes a notebook deletes its notes on purpose.
    const gone = session.notebook ? lostNotes(notes, session.notebook.notes) : [];
    return [
      ...(lost.length === 0 ? [] : [attentionOf(session, lost)]),
      ...(gone.length === 0 ? [] : [attentionToNotes(session, gone)]),
    ];
  });
}

/** Whether a problem is about lost events or notes. */
export function isLost({ problem }: Attention): boolean {
  return problem.code === 'CHRONICLE_LOST_EVENTS' || problem.code === 'CHRONICLE_LOST_NOTES';
}

function attentionToNotes({ id, path, project, name }: Session, lost: readonly AcknowledgedNote[]): Attention {
  return {
    path: notebookPath(path),
    problem: problemAt('CHRONICLE_LOST_NOTES', 1, 1, lost.length, id),
    excerpt: [],
    missing: lost.map(({ note, when, text }) => `- ${when} ${note}: ${text}`),
    command: `chronicle restore ${id}`,
    session: { project: project.slug, name },
  };
}

function attentionOf({ id, path, project, name }: Session, lost: readonly Acknowledged[]): Attention {
  return {
    path,
    problem: problemAt('CHRONICLE_LOST_EVENTS', 1, 1, lost.length, id),
    excerpt: [],
    missing: lost.map(({ time, tag, text }) => `- ${time} [${tag}] ${text}`),
    command: `chronicle restore ${id}`,
    session: { project: project.slug, name },
  };
}
