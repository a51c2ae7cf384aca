/**
 * The archive: every chronicle on this machine, in memory and kept up to date. The site, the commands and the search
 * index read it from here.
 *
 *     <root>/<project-dir>/chronicle/2026-03-24-main.md  ->  a Session in `snapshot.sessions`
 *                                                        ->  its problems in `snapshot.attention`
 */

import type { Attention, Session } from '#src/chronicle/session.ts';
import type { Clusters } from '#src/memory/misses/cluster-decisions.ts';
import type { Draft } from '#src/posts/drafts/draft.ts';
import type { Series } from '#src/posts/series/series.ts';
import type { MemorySnapshot } from './memory-files.ts';

/** The data from disk, read once and kept up to date. */
export interface Archive {
  /** The state after the last change. Each change makes a new object. */
  readonly snapshot: ArchiveSnapshot;
  /** Calls `listener` after each change. Returns a function that unsubscribes. */
  subscribe(listener: (snapshot: ArchiveSnapshot) => void): () => void;
  /** Reads a file that this process wrote, without waiting for the watch. */
  refresh(path: string): void;
  close(): void;
}

export interface ArchiveSnapshot {
  /** Counts the changes since the archive was opened. */
  version: number;
  /** When the archive was last changed, or opened, UTC. */
  changedAt: string;
  /** The owner's sessions, or the sample. */
  origin: 'own' | 'sample';
  /** The directories searched, laid out as `<root>/<project-dir>/chronicle/*.md`. */
  roots: string[];
  /**
   * Newest first, by start. An unchanged session is the same object in the next snapshot. If only posts changed, the array
   * is the same.
   */
  sessions: Session[];
  /** Memory files, their history and proposals. */
  memory: MemorySnapshot;
  /** The owner's decisions about miss groups, and their file. */
  clusters: { path: string; decisions: Clusters };
  /** Drafts and series. Also a new object if the list of names to redact changes. */
  posts: Posts;
  /** Problems in files, by path and line, except those of posts. */
  attention: Attention[];
}

/** Drafts and series, by slug. */
export interface Posts {
  drafts: Draft[];
  series: Series[];
}
