/**
 * The archive: every chronicle on this machine, in memory and kept up to date. The site, the commands and the search
 * index read it from here.
 *
 *     <root>/<project-dir>/chronicle/2026-03-24-main.md  ->  a Session in `snapshot.sessions`
 *                                                        ->  its problems in `snapshot.attention`
 *     <root>/<project-dir>/chronicle/facts/*.json        ->  the head in `facts` of the Session with its id
 */

import type { Attention, Session } from '#src/format/session.ts';
import type { EditedFile } from '#src/transcript/edited-files.ts';
import type { Facts } from '#src/transcript/facts.ts';
import type { NamedCommit } from '#src/transcript/named-commits.ts';
import type { Clusters } from '#src/memory/misses/cluster-decisions.ts';
import type { SessionRepeats } from '#src/memory/requests/session-repeats.ts';
import type { Draft } from '#src/posts/drafts/draft.ts';
import type { Series } from '#src/posts/series/series.ts';
import type { MemorySnapshot } from './memory-files.ts';

/** The data from disk, read once and kept up to date. */
export interface Archive extends FactsReader {
  /** The state after the last change. Each change makes a new object. */
  readonly snapshot: ArchiveSnapshot;
  /** Calls `listener` after each change. Returns a function that unsubscribes. */
  subscribe(listener: (snapshot: ArchiveSnapshot) => void): () => void;
  /** Reads files that this process wrote, without waiting for the watch. */
  refresh(...paths: string[]): void;
  close(): void;
}

/** The part of sessions' facts that is not in memory. */
export interface FactsReader {
  /** All facts of a session, read from disk; null without any, or if they cannot be used. Recent ones are cached. */
  factsOf(session: Session): Facts | null;
  /** The text of a session's facts file; null without any, or if they cannot be used. */
  factsTextOf(session: Session): string | null;
  /** The edited files in the facts of a session, cached; empty without facts. */
  filesOf(session: Session): readonly EditedFile[];
  /** The commits in the facts of a session, by their names, cached; empty without facts. */
  commitsOf(session: Session): readonly NamedCommit[];
  /** What a session's facts add to the requests and failures that come back, cached; nothing without facts. */
  repeatsOf(session: Session): SessionRepeats;
  /** Reads all facts files completely, and returns the problems that their heads do not show. */
  checkFacts(): Attention[];
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
