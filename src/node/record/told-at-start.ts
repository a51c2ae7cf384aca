import { type Briefing, briefing } from '#src/notebook/briefing.ts';
import { chronicleDirectory, type Layout, notebooksDirectory } from '#src/project/paths.ts';
import { localTime } from '#src/record/local-time.ts';
import { namesIn } from '../disk/names-in.ts';
import type { Checkout } from '../git/checkout.ts';
import { activePlanLine } from '../plans/find-plans.ts';
import { notebookReader, readBook, readGlobals, rebuildBook } from '../session/book-file.ts';

export { mergeSession } from '../session/book-file.ts';

/** The session that starts. */
export interface StartingSession {
  projectDirectory: string;
  branch: string;
  /** Null for a look at what the next session would get. */
  sessionId: string | null;
  now: Date;
  /** The longest briefing (estimated tokens); 0 for none. */
  tokens: number;
}

/** A start does not wait for more notebooks than these to be read. */
const READ_AT_START = 50;

/** What a session is told of earlier ones where observations are on; null if there is nothing to tell. */
export function toldAtStart(layout: Layout, checkout: Checkout, session: StartingSession): string | null {
  return startBriefing(layout, checkout, session)?.text ?? null;
}

/** The briefing of a session that starts; null if there is nothing to tell. */
export function startBriefing(layout: Layout, checkout: Checkout, session: StartingSession): Briefing | null {
  const { projectDirectory, branch, sessionId, now, tokens } = session;
  if (tokens === 0) return null;
  return briefing({
    book: readBook(layout, projectDirectory) ?? smallBook(layout, projectDirectory),
    globals: readGlobals(layout),
    plan: activePlanLine(checkout, branch, layout, now),
    branch,
    tokens,
    today: localTime(now).date,
    own: sessionId,
    isThere: notebookReader(layout),
  });
}

/** Makes a missing index anew if that is quick. */
function smallBook(layout: Layout, projectDirectory: string) {
  const notebooks = namesIn(notebooksDirectory(chronicleDirectory(layout, projectDirectory)));
  return notebooks.length === 0 || notebooks.length > READ_AT_START ? null : rebuildBook(layout, projectDirectory);
}
