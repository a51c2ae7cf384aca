/** `chronicle forget --empty`: sessions in which nothing happened. */
import type { Session } from '#src/format/session.ts';
import { ChronicleError, sentenceOf } from '#src/lib/chronicle-error.ts';
import type { Paths } from '#src/lib/paths.ts';
import { counted } from '#src/lib/text/day.ts';
import { pathsIn } from '#src/lib/env.ts';
import { emptySessions, removeEmptySession } from '#src/setup/forget/empty-sessions.ts';
import { startOf } from '../list.ts';
import { ownSnapshot } from '../own-archive.ts';
import type { Io } from '../terminal/io.ts';
import { printJson, printResult, say } from '../terminal/print.ts';
import { table } from '../terminal/table.ts';
import type { Text } from '../terminal/text.ts';
import { agrees } from '../terminal/ask.ts';

/**
 * Deletes the chronicles of empty sessions: no event, no summary, no note, and no prompt in the transcript. Lists them and asks
 * first. Keeps those that were edited or are less than a day old. Returns the exit code.
 */
export async function forgetEmpty(
  io: Io,
  {
    project,
    isDryRun,
    isAgreed,
    isJson,
  }: { project?: string | undefined; isDryRun: boolean; isAgreed: boolean; isJson: boolean },
): Promise<number> {
  const { env } = io;
  const paths = pathsIn(env);
  const { roots, sessions } = ownSnapshot(io);
  const empty = await emptySessions(paths, roots, ofProject(sessions, project), env.now());
  if (!isJson) printResult(io, formatSessions(empty, io.stdout.columns));
  if (empty.length === 0) say(io, 'No empty sessions older than a day.');
  const canDelete = empty.length > 0 && !isDryRun;
  const isYes = canDelete && (isAgreed || (await agrees(io, `Delete ${counted(empty.length, 'file')}?`)));
  const removed = isYes ? empty.filter((session) => isRemoved(io, paths, session)) : [];
  if (isJson)
    printJson(
      io,
      empty.map((session) => ({ ...entryOf(session), removed: removed.includes(session) })),
    );
  if (isYes) say(io, `Deleted ${counted(removed.length, 'file')}.`);
  else if (empty.length > 0) say(io, 'Nothing was deleted.');
  if (canDelete && !isYes) return 2;
  return isYes && removed.length < empty.length ? 1 : 0;
}

function ofProject(sessions: readonly Session[], name: string | undefined): readonly Session[] {
  if (name === undefined) return sessions;
  const found = sessions.filter(({ project }) => project.slug.toLowerCase() === name.toLowerCase());
  if (found.length > 0) return found;
  throw new ChronicleError(
    'CHRONICLE_NO_PROJECT',
    `There is no project ${name}. chronicle list shows the projects. Nothing was deleted.`,
  );
}

/** False, with a message, if the file was kept. */
function isRemoved(io: Io, paths: Paths, session: Session): boolean {
  try {
    if (removeEmptySession(paths, session)) return true;
    say(io, `${session.path} was changed meanwhile, so it is kept.`);
  } catch (error) {
    say(io, sentenceOf(error));
  }
  return false;
}

function entryOf({ project, name, path, chronicle }: Session) {
  return { project: project.slug, name, started: chronicle.frontMatter.started, path };
}

function formatSessions(sessions: readonly Session[], width: number): Text {
  if (sessions.length === 0) return '';
  const rows = sessions.map((session) => [startOf(session), session.project.slug, session.name]);
  return table(rows, { head: ['Started', 'Project', 'Session'], width, last: 'cut' });
}
