import { linesWords } from '#src/archive/facts-rows.ts';
import { sessionTime } from '#src/archive/session-time.ts';
import { candidateEvents, confirmedEvents } from '#src/chronicle/logged-events.ts';
import type { Session } from '#src/chronicle/session.ts';
import { isBackfilled } from '#src/chronicle/session.ts';
import { factsFigures } from '#src/chronicle/session-json.ts';
import { sessionTitle } from '#src/chronicle/title.ts';
import type { EditedFile } from '#src/facts/edited-files.ts';

import { clip, oneLine } from '#src/text/clip.ts';
import { counted } from '#src/text/day.ts';
import { table } from '../terminal/table.ts';
import { dim, line, type Text } from '../terminal/text.ts';

/** Enough of an id to name a session, as far as ids are random. */
const ID = 8;
const LONGEST_TITLE = 100;

/** A session in a list, with the files that it was asked for. */
export interface ListedSession {
  session: Session;
  files?: readonly EditedFile[];
}

/**
 * A table with a line a session: id, project, start, number of events, title, and what it did to the files asked for.
 * `columns` is the terminal's width.
 */
export function formatList(sessions: readonly ListedSession[], columns: number): Text {
  const hasFiles = sessions.some(({ files }) => files !== undefined);
  return table(
    sessions.map(({ session, files = [] }) => [
      dim(session.id.slice(0, ID)),
      session.project.slug,
      startOf(session),
      String(confirmedEvents(session.chronicle).length),
      ...(hasFiles ? [line`${clip(oneLine(pathsOf(files)), LONGEST_TITLE)} ${dim(linesWords(sumOf(files)))}`] : []),
      line`${clip(oneLine(sessionTitle(session)), LONGEST_TITLE)}${dim(remark(session))}`,
    ]),
    {
      head: ['ID', 'Project', 'Started', 'Events', ...(hasFiles ? ['File'] : []), 'Title'],
      right: [3],
      keep: [0, 2],
      width: columns,
      last: 'cut',
    },
  );
}

/** `src/auth.ts`, or `src/auth.ts and 2 more`. */
function pathsOf([first, ...others]: readonly EditedFile[]): string {
  return `${first?.path ?? ''}${others.length === 0 ? '' : ` and ${others.length} more`}`;
}

function sumOf(files: readonly EditedFile[]): Pick<EditedFile, 'added' | 'removed'> {
  return {
    added: files.reduce((sum, { added }) => sum + added, 0),
    removed: files.reduce((sum, { removed }) => sum + removed, 0),
  };
}

/** ` (12 prompts, 3 commits)` without events, ` (backfilled, 3 unconfirmed)`; empty for most sessions. */
function remark(session: Session): string {
  const unconfirmed = candidateEvents(session.chronicle).length;
  const { prompts = 0, commits = 0 } = session.facts ?? {};
  const isQuiet = confirmedEvents(session.chronicle).length === 0;
  const remarks = [
    ...(isQuiet && prompts > 0 ? [counted(prompts, 'prompt')] : []),
    ...(isQuiet && commits > 0 ? [counted(commits, 'commit')] : []),
    ...(isBackfilled(session) ? ['backfilled'] : []),
    ...(unconfirmed > 0 ? [`${unconfirmed} unconfirmed`] : []),
  ];
  return remarks.length === 0 ? '' : ` (${remarks.join(', ')})`;
}

/** `2026-11-19 08:40`, in the clock of the place where it ran. */
export function startOf(session: Session): string {
  return `${session.chronicle.frontMatter.date} ${sessionTime(session).started}`;
}

/** A listed session for a script, with the files that it was asked for. */
export function listEntry({ session, files }: ListedSession): Record<string, unknown> {
  return { ...sessionEntry(session), ...(files && { files }) };
}

/** A session for a script: its figures and its path, without its text. */
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
    facts: session.facts ? factsFigures(session.facts) : null,
    path: session.path,
  };
}
