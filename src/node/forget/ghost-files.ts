import { createHash } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { isFrontMatterKey } from '#src/chronicle/fields.ts';
import type { Session } from '#src/chronicle/session.ts';
import type { Layout } from '#src/project/paths.ts';
import { projectsIn } from '../disk/projects.ts';
import { readRegularFile } from '../disk/read-file.ts';
import { firstPrompt } from '../import/first-prompt.ts';
import { indexedPath } from '../session/index-entry.ts';
import { entryOf } from '../session/live-state.ts';
import { withLock } from '../store/lock.ts';
import { discard, flushDirectory } from '../store/work-directory.ts';

/**
 * Chronicles of sessions in which nothing happened: Claude Code was started and ended again, or only asked for its
 * version of a command. The hook makes the file before anybody knows.
 */

const DAY = 24 * 60 * 60 * 1000;
const PATIENCE = 5000;

/**
 * The sessions in which nothing happened: begun and written a day ago at least, not running, and without a transcript in
 * which anybody asked for anything. Throws if a transcript cannot be read.
 */
export async function ghostFiles(
  layout: Layout,
  roots: readonly string[],
  sessions: readonly Session[],
  now: Date,
): Promise<Session[]> {
  const ghosts: Session[] = [];
  const isOld = (ms: number) => now.getTime() - ms > DAY;
  for (const session of sessions) {
    const { id, path, chronicle } = session;
    if (!isSkeleton(session) || !isOld(Date.parse(chronicle.frontMatter.started))) continue;
    if (!isOld(statSync(path).mtimeMs) || existsSync(entryOf(layout, id))) continue;
    if (!(await hasPrompt(roots, id))) ghosts.push(session);
  }
  return ghosts;
}

/** Removes the file of such a session and its entry in the index. False, with the file as it is, if it is another by now. */
export function removeGhost(layout: Layout, { id, path, digest }: Session): boolean {
  return withLock(dirname(path), basename(path), PATIENCE, () => {
    const bytes = Buffer.from(readRegularFile(path).text, 'latin1');
    if (createHash('sha1').update(bytes).digest('hex') !== digest || existsSync(entryOf(layout, id))) return false;
    if (indexedPath(layout, id) === path) discard(`${layout.byId}/${id}`);
    discard(path);
    flushDirectory(dirname(path));
    return true;
  });
}

async function hasPrompt(roots: readonly string[], id: string): Promise<boolean> {
  for (const root of roots) {
    for (const project of projectsIn(root)) {
      const path = `${project.path}/${id}.jsonl`;
      if (existsSync(path) && (await firstPrompt(path))) return true;
    }
  }
  return false;
}

/**
 * Whether a chronicle is as the hook made it when the session began: no event, no summary, no stray text, no key of
 * somebody else's. One with a problem is none, and neither is one that was made of a transcript or another program's notes.
 */
function isSkeleton({ chronicle, problems, outdated }: Pick<Session, 'chronicle' | 'problems' | 'outdated'>): boolean {
  const { frontMatter, events, strays, summary } = chronicle;
  const isEmpty = events.length + strays.length === 0 && summary.kind === 'none';
  const isOfHook = frontMatter.source === undefined && frontMatter.retro === undefined;
  const isOfForm = Object.keys(frontMatter).every((key) => isFrontMatterKey(key));
  return isEmpty && isOfHook && isOfForm && problems.length === 0 && !outdated;
}
