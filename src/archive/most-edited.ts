/** The files of a project that most sessions edited. */
import type { Session } from '../format/session.ts';
import { compare } from '../lib/compare.ts';
import { type FilesOf, isOutside } from './file-histories.ts';

/** How often a file was edited, by how many sessions, and the lines that they added and removed. */
export interface FileSum {
  path: string;
  sessions: number;
  added: number;
  removed: number;
}

/** At most `most` files inside a project; of those with as many sessions the last edited first, then by path. Sessions are given newest first. */
export function mostEdited(
  sessions: readonly Session[],
  filesOf: FilesOf,
  { slug, most }: { slug: string; most: number },
): FileSum[] {
  const sums = sumsOf(sessions, filesOf, slug);
  const counts = [...sums.values()].map((sum) => sum.sessions);
  const least = leastOf(counts, most);
  const found = new Set<FileSum>();
  // The last edited come first, so that the search ends early even if many files have the last number of sessions.
  let missing = counts.filter((count) => count > least).length;
  let room = most - missing;
  for (const session of sessions) {
    if (missing + room <= 0) break;
    if (session.project.slug !== slug) continue;
    for (const { path } of [...filesOf(session)].sort((a, b) => compare(a.path, b.path))) {
      const sum = sums.get(path);
      if (!sum || found.has(sum) || sum.sessions < least) continue;
      if (sum.sessions > least) missing--;
      else if (room > 0) room--;
      else continue;
      found.add(sum);
    }
  }
  return [...found].sort((a, b) => b.sessions - a.sessions).map((sum) => ({ ...sum }));
}

/** The number that the last of the first `most` has. */
function leastOf(counts: readonly number[], most: number): number {
  const byCount = new Map<number, number>();
  for (const count of counts) byCount.set(count, (byCount.get(count) ?? 0) + 1);
  let left = most;
  for (const count of [...byCount.keys()].sort((a, b) => b - a)) {
    left -= byCount.get(count) ?? 0;
    if (left <= 0) return count;
  }
  return 0;
}

/** The sums of all files of a project, by path. */
function sumsOf(sessions: readonly Session[], filesOf: FilesOf, slug: string): Map<string, FileSum> {
  const sums = new Map<string, FileSum>();
  for (const session of sessions) {
    if (session.project.slug !== slug) continue;
    for (const { path, added, removed } of filesOf(session)) {
      if (isOutside(path)) continue;
      const sum = sums.get(path) ?? { path, sessions: 0, added: 0, removed: 0 };
      sums.set(path, sum);
      sum.sessions++;
      sum.added += added;
      sum.removed += removed;
    }
  }
  return sums;
}
