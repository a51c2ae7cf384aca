import { type Acknowledged, lostEvents, readAcknowledged } from '#src/chronicle/acknowledged.ts';
import { problemAt } from '#src/chronicle/problem.ts';
import type { Attention, Session } from '#src/chronicle/session.ts';
import { isSessionId } from '#src/chronicle/session-id.ts';
import { LOGGED_FOLDER } from '#src/project/paths.ts';
import type { StoredFile } from './file-store.ts';
import type { Source } from './source.ts';

/** What `chronicle log` wrote lately, one file a session. */
export const recordSource: Source<Acknowledged[]> = {
  kind: 'logged events',
  list: { folder: LOGGED_FOLDER, isMember: isSessionId },
  parse: (text) => ({ value: readAcknowledged(text), problems: [] }),
};

/** The problems of sessions whose chronicles no longer have all events that were logged, by path. */
export function attentionToLost(
  records: readonly StoredFile<Acknowledged[]>[],
  sessions: readonly Session[],
): Attention[] {
  if (records.length === 0) return [];
  const logged = new Map(records.map(({ name, content }) => [name, content.value ?? []]));
  return sessions.flatMap((session) => {
    const lost = lostEvents(logged.get(session.id) ?? [], session.chronicle.events);
    return lost.length === 0 ? [] : [attentionOf(session, lost)];
  });
}

/** Whether a problem is about lost events. */
export function isLost({ problem }: Attention): boolean {
  return problem.code === 'CHRONICLE_LOST_EVENTS';
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
