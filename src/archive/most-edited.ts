/**
 * The files of a project that most sessions edited. A large archive has more than a hundred thousand files: only their sums are
 * kept, and an edit changes those of its own files.
 */
import type { Session } from '../chronicle/session.ts';
import { changedItems } from '../value/changed-items.ts';
import { compare } from '../value/compare.ts';
import { keptParts } from '../value/kept-parts.ts';
import { memoised } from '../value/memo.ts';
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
  const sums = sumsOf(filesOf).follow(sessions).get(slug) ?? new Map<string, FileSum>();
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

const sumsOf = memoised((filesOf: FilesOf) => new FileSums(filesOf));

/** The sums of all files, by project and path. They follow the archive from one change to the next. */
class FileSums {
  readonly #filesOf: FilesOf;
  readonly #sums = new Map<string, Map<string, FileSum>>();
  /** What was added for each session. */
  readonly #files = new WeakMap<Session, ReturnType<FilesOf>>();
  #parts: readonly (readonly Session[])[] = [];

  constructor(filesOf: FilesOf) {
    this.#filesOf = filesOf;
  }

  follow(sessions: readonly Session[]): ReadonlyMap<string, Map<string, FileSum>> {
    const parts = keptParts(sessions);
    const { gone, fresh } = changedItems(this.#parts, parts);
    for (const session of gone) this.#add(session, -1);
    for (const session of fresh) this.#add(session, 1);
    this.#parts = parts;
    return this.#sums;
  }

  #add(session: Session, times: 1 | -1): void {
    const { slug } = session.project;
    const files = this.#files.get(session) ?? this.#filesOf(session);
    if (files.length === 0) return;
    this.#files.set(session, files);
    const own = this.#sums.get(slug) ?? new Map<string, FileSum>();
    this.#sums.set(slug, own);
    for (const { path, added, removed } of files) {
      if (isOutside(path)) continue;
      const sum = own.get(path) ?? { path, sessions: 0, added: 0, removed: 0 };
      own.set(path, sum);
      sum.sessions += times;
      sum.added += times * added;
      sum.removed += times * removed;
      if (sum.sessions === 0) own.delete(path);
    }
  }
}
