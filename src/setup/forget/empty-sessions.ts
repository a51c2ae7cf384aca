/**
 * Sessions in which nothing happened: Claude Code was started and quit again, or only ran a command such as --version. The
 * hook has to make the chronicle before anybody knows.
 */
import { existsSync, statSync } from 'node:fs';
import { fieldOf } from '#src/format/front-matter-line.ts';
import { projectsIn } from '#src/format/projects.ts';
import { isEmptySession, type Session } from '#src/format/session.ts';
import { hasPrompt } from '#src/import/survey.ts';
import { DAY_MS } from '#src/lib/calendar-day.ts';
import { notebookPath, type Paths } from '#src/lib/paths.ts';
import { entryOf } from '#src/record/live.ts';

/**
 * The ids of empty sessions of the owner's own archive, with neither events nor prompts nor notes: started and last written
 * more than a day ago, not running, and without a prompt in the facts or the transcript. Throws if a transcript cannot be
 * read.
 */
export function emptySessions(
  paths: Paths,
  roots: readonly string[],
  sessions: readonly Session[],
  now: Date,
): string[] {
  const isOld = (ms: number) => now.getTime() - ms > DAY_MS;
  const empty = sessions.filter((session) => {
    const { id, path, chronicle } = session;
    if (!path.startsWith(`${paths.projects}/`) || !isSkeleton(session)) return false;
    if (!isOld(Date.parse(chronicle.frontMatter.started)) || !isOld(statSync(path).mtimeMs)) return false;
    if (existsSync(entryOf(paths, id)) || existsSync(notebookPath(path))) return false;
    return !hasTranscript(paths, roots, id, now);
  });
  return empty.map(({ id }) => id);
}

/** Whether a transcript of the session has a prompt. */
function hasTranscript({ projects }: Paths, roots: readonly string[], id: string, now: Date): boolean {
  return roots
    .flatMap((root) => Array.from(projectsIn(root)))
    .map(({ path }) => `${path}/${id}.jsonl`)
    .some((path) => existsSync(path) && hasPrompt(path, { projects, now: now.getTime() }));
}

/**
 * Whether a chronicle is as the hook made it when the session began: no event, no summary, no other text or key, and no
 * problem. An imported chronicle is not a skeleton.
 */
function isSkeleton(session: Session): boolean {
  const { chronicle, facts, problems, outdated } = session;
  const { frontMatter, summary } = chronicle;
  const isEmpty = isEmptySession(session) && summary.kind === 'none' && (facts?.prompts ?? 0) === 0;
  const isOfHook = frontMatter.source === undefined && frontMatter.retro === undefined;
  const isOfForm = Object.keys(frontMatter).every((key) => fieldOf(key) !== undefined);
  return isEmpty && isOfHook && isOfForm && problems.length === 0 && !outdated;
}
