import { existsSync, statSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { isFrontMatterKey } from '#src/format/front-matter-line.ts';
import { isEmptySession, type Session } from '#src/format/session.ts';
import { flushDirectory } from '#src/lib/files.ts';
import { discard, withLock } from '#src/lib/lock.ts';
import { factsPath, type Paths, notebookPath } from '#src/lib/paths.ts';
import { hasPrompt } from '#src/import/survey.ts';
import { DAY_MS } from '#src/lib/calendar-day.ts';
import { sha1Of } from '#src/lib/digest.ts';
import { projectsIn } from '#src/format/projects.ts';
import { readRegularFile } from '#src/lib/read-file.ts';
import { indexedPath } from '#src/record/find.ts';
import { entryOf } from '#src/record/live.ts';

/**
 * Chronicles of empty sessions: Claude Code was started and quit again, or only ran a command such as --version. The
 * hook has to make the file before anybody knows.
 */

const PATIENCE = 5000;

/**
 * The empty sessions of the owner's own archive, with neither events nor prompts: started and last written more than a day ago, not running, and
 * without a prompt in the facts or the transcript.
 * Throws if a transcript cannot be read.
 */
export async function emptySessions(
  paths: Paths,
  roots: readonly string[],
  sessions: readonly Session[],
  now: Date,
): Promise<Session[]> {
  const empty: Session[] = [];
  const isOld = (ms: number) => now.getTime() - ms > DAY_MS;
  for (const session of sessions) {
    const { id, path, chronicle } = session;
    if (!path.startsWith(`${paths.projects}/`)) continue;
    if (!isSkeleton(session) || (session.facts?.prompts ?? 0) > 0 || !isOld(Date.parse(chronicle.frontMatter.started)))
      continue;
    if (!isOld(statSync(path).mtimeMs) || mayBeUsed(paths, session)) continue;
    if (!hasTranscript(paths, roots, id, now)) empty.push(session);
  }
  return empty;
}

/** Deletes the chronicle of an empty session, its facts and its index entry. False, and keeps the file, if it has changed since. */
export function removeEmptySession(paths: Paths, { id, path, digest }: Session): boolean {
  return withLock(dirname(path), basename(path), PATIENCE, () => {
    const bytes = Buffer.from(readRegularFile(path).text, 'latin1');
    if (sha1Of(bytes) !== digest || mayBeUsed(paths, { id, path })) return false;
    if (indexedPath(paths, id) === path) discard(`${paths.byId}/${id}`);
    discard(factsPath(path));
    discard(path);
    flushDirectory(dirname(path));
    return true;
  });
}

/** Whether the session may be running, or has a notebook. */
function mayBeUsed(paths: Paths, { id, path }: Pick<Session, 'id' | 'path'>): boolean {
  return existsSync(entryOf(paths, id)) || existsSync(notebookPath(path));
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
  const { chronicle, problems, outdated } = session;
  const { frontMatter, summary } = chronicle;
  const isEmpty = isEmptySession(session) && summary.kind === 'none';
  const isOfHook = frontMatter.source === undefined && frontMatter.retro === undefined;
  const isOfForm = Object.keys(frontMatter).every((key) => isFrontMatterKey(key));
  return isEmpty && isOfHook && isOfForm && problems.length === 0 && !outdated;
}
