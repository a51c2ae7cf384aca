import { sessionTime } from '#src/archive/session-time.ts';
import { candidateEvents, confirmedEvents } from '#src/chronicle/logged-events.ts';
import type { Session } from '#src/chronicle/session.ts';
import { isBackfilled } from '#src/chronicle/session.ts';
import { sessionTitle } from '#src/chronicle/title.ts';
import { clip, oneLine } from '#src/text/clip.ts';
import { table } from '../terminal/table.ts';
import { dim, line, type Text } from '../terminal/text.ts';

/** Enough of an id to name a session, as far as ids are random. */
const ID = 8;
const LONGEST_TITLE = 100;

/** A table with a line a session: id, project, start, number of events, title. `columns` is the terminal's width. */
export function formatList(sessions: readonly Session[], columns: number): Text {
  return table(
    sessions.map((session) => [
      dim(session.id.slice(0, ID)),
      session.project.slug,
      startOf(session),
      String(confirmedEvents(session.chronicle).length),
      line`${clip(oneLine(sessionTitle(session)), LONGEST_TITLE)}${dim(remark(session))}`,
    ]),
    {
      head: ['ID', 'Project', 'Started', 'Events', 'Title'],
      right: [3],
      keep: [0, 2],
      width: columns,
      last: 'cut',
    },
  );
}

/** ` (backfilled, 3 unconfirmed)`; empty for most sessions. */
function remark(session: Session): string {
  const unconfirmed = candidateEvents(session.chronicle).length;
  const remarks = [
    ...(isBackfilled(session) ? ['backfilled'] : []),
    ...(unconfirmed > 0 ? [`${unconfirmed} unconfirmed`] : []),
  ];
  return remarks.length === 0 ? '' : ` (${remarks.join(', ')})`;
}

/** `2026-11-19 08:40`, in the clock of the place where it ran. */
export function startOf(session: Session): string {
  return `${session.chronicle.frontMatter.date} ${sessionTime(session).started}`;
}

/** A session for a script: its facts and its path, without its text. */
export function sessionEntry(session: Session): Record<string, unknown> {
  const { frontMatter, summary } = session.chronicle;
  return {
    id: session.id,
    name: session.name,
    project: session.project.slug,
    title: sessionTitle(session),
    date: frontMatter.date,
    started: frontMatter.started,
    branch: frontMatter.branch,
    task: frontMatter.task,
    source: frontMatter.source ?? null,
    events: confirmedEvents(session.chronicle).length,
    candidates: candidateEvents(session.chronicle).length,
    summary: summary.kind,
    problems: session.problems.length,
    path: session.path,
  };
}
