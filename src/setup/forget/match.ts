/**
 * What to forget, and removing it from files. All of it works on bytes read as Latin-1, like other edits of files.
 *
 *     - 14:32 [ERROR] Logged in with hunter2 by mistake     ->     - 14:32 [ERROR] Logged in with (forgotten) by mistake
 *
 * Derived files are not edited: they are deleted and made again.
 */
import type { TextMatcher } from './text-matcher.ts';

export interface Match {
  /** Replaced wherever it occurs. */
  text: TextMatcher;
  /** Ids of the sessions whose files are deleted. */
  sessions: ReadonlySet<string>;
  /** The events that are deleted, as `<session_id>#e-…`. */
  events: ReadonlySet<string>;
}

/** The new name of a session, event or note, by session_id or `<session_id>#e-…`: null if deleted, the same if unchanged. */
export type Renaming = (name: string) => string | null;

/** Renames events as `names` says, and drops forgotten sessions, with their events and notes, and forgotten events. */
export function renamingOf({ sessions, events }: Match, names: ReadonlyMap<string, string | null>): Renaming {
  return (name) => {
    const [session = '', event] = name.split('#', 2);
    if (sessions.has(session) && (event === undefined || /^[en]-/.test(event))) return null;
    const known = names.get(name);
    if (known !== undefined) return known;
    return events.has(name) ? null : name;
  };
}
