/**
 * The archive: every chronicle on this machine, read once, kept current and held in memory.
 * The site, `list`, `show` and the search index take what they know from here.
 *
 *     <root>/<project-dir>/chronicle/2026-03-24-main.md  ->  a Session in `snapshot.sessions`
 *                                                        ->  its problems in `snapshot.attention`
 */

import type { Attention, Session } from '#src/chronicle/session.ts';
import type { Clusters } from '#src/memory/misses/cluster-decisions.ts';
import type { Draft } from '#src/posts/drafts/draft.ts';
import type { Series } from '#src/posts/series/series.ts';
import type { MemorySnapshot } from './memory-files.ts';

/** Everything the product knows from disk, read once and kept current. Derived: it can be rebuilt at any time. */
export interface Archive {
  /** The state after the last change; a new object a change. */
  readonly snapshot: ArchiveSnapshot;
  /** Calls `listener` after each change; returns the function that ends it. */
  subscribe(listener: (snapshot: ArchiveSnapshot) => void): () => void;
  /** Takes in what this process wrote to a file, without waiting until the watch reports it. */
  refresh(path: string): void;
  close(): void;
}

export interface ArchiveSnapshot {
  /** Counts the changes since the archive was opened. */
  version: number;
  /** When the change was taken in, or the archive opened, UTC. */
  changedAt: string;
  /** Whether these are the owner's sessions or the sample that stands in for them. */
  origin: 'own' | 'sample';
  /** The directories that were looked in, each laid out as `<root>/<project-dir>/chronicle/*.md`. */
  roots: string[];
  /**
   * Newest first, by start. A session that did not change is the same object in the next snapshot; the array is the same
   * if nothing changed but posts.
   */
  sessions: Session[];
  /** What was done to memories, and those that lie there. */
  memory: MemorySnapshot;
  /** What the owner decided about miss groups, and in which file. */
  clusters: { path: string; decisions: Clusters };
  /** What the owner writes for readers. A new object also when the list of names to redact changes. */
  posts: Posts;
  /** Problems in files, by path and line. Those of posts are in the posts. */
  attention: Attention[];
}

/** Drafts and series, by slug. */
export interface Posts {
  drafts: Draft[];
  series: Series[];
}
