import { candidateEvents, loggedEvents } from '#src/chronicle/logged-events.ts';
import type { Session } from '#src/chronicle/session.ts';
import { isBackfilled } from '#src/chronicle/session.ts';
import { sessionTitle } from '#src/chronicle/title.ts';
import { clip, oneLine } from '#src/text/clip.ts';
import { countedEvents } from '#src/text/day.ts';
import { table } from '../terminal/table.ts';
import type { Text } from '../terminal/text.ts';

const LONGEST_NAME = 60;
const LONGEST_TITLE = 100;

/** A line a session: its name, its project, how many events and candidates, its title. */
export function formatList(sessions: readonly Session[]): Text {
  return table(
    sessions.map((session) => [
      clip(session.name, LONGEST_NAME),
      session.project.slug,
      countedEvents(loggedEvents(session.chronicle).length, candidateEvents(session.chronicle).length),
      `${clip(oneLine(sessionTitle(session)), LONGEST_TITLE)}${isBackfilled(session) ? ' (backfilled)' : ''}`,
    ]),
  );
}

/** A session for a script: what it is and where it lies, without its text. */
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
    events: loggedEvents(session.chronicle).length,
    candidates: candidateEvents(session.chronicle).length,
    summary: summary.kind,
    problems: session.problems.length,
    path: session.path,
  };
}
