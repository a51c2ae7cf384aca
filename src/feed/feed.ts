import type { Session } from '../chronicle/session.ts';
import { type FeedEntry, feedEntries, urnOf } from './feed-entry.ts';

/** A feed, whatever its format. */
export interface Feed {
  /** Differs from archive to archive, as readers may follow several. */
  id: string;
  title: string;
  author: string;
  /** UTC */
  updated: string;
  /** Newest first. */
  entries: FeedEntry[];
}

/** The feed of an archive that is given newest first; `builtAt` dates one without entries. */
export function feedOf(sessions: readonly Session[], builtAt: string): Feed {
  const entries = feedEntries(sessions);
  return {
    id: urnOf(`feed of the archive that begins with ${sessions.at(-1)?.id ?? 'nothing'}`),
    title: 'Chronicle',
    author: 'Session chronicle',
    updated: entries[0]?.updated ?? builtAt,
    entries,
  };
}
