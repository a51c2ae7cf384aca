/**
 * What is to be forgotten, and taking it out of the texts of files. All of it works on bytes read as Latin-1, as edits of
 * files do.
 *
 *     - 14:32 [ERROR] Logged in with hunter2 by mistake     ->     - 14:32 [ERROR] Logged in with (forgotten) by mistake
 *
 * What is derived from other files is not edited but removed, and made again.
 */
import type { TextMatcher } from './text-matcher.ts';

export interface Match {
  /** Taken out wherever it stands. */
  text: TextMatcher;
  /** Ids of the sessions that go with their files. */
  sessions: ReadonlySet<string>;
  /** The events that go, as `<session_id>#e-…`. */
  events: ReadonlySet<string>;
}

/** What sessions and events are called afterwards, by session_id or `<session_id>#e-…`: null for what is gone, and itself for all others. */
export type Renaming = (name: string) => string | null;

/** What events are called after others have gone or changed: those of forgotten sessions nothing, others as `names` says. */
export function renamingOf({ sessions, events }: Match, names: ReadonlyMap<string, string | null>): Renaming {
  return (name) => {
    const [session = '', event] = name.split('#', 2);
    if (sessions.has(session) && (event === undefined || /^e-/.test(event))) return null;
    const known = names.get(name);
    if (known !== undefined) return known;
    return events.has(name) ? null : name;
  };
}
