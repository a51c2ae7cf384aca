import { type Briefing, briefing } from '#src/notebook/briefing.ts';
import type { Layout } from '#src/project/paths.ts';
import { localTime } from '#src/record/local-time.ts';
import type { Checkout } from '../git/checkout.ts';
import { activePlanLine } from '../plans/find-plans.ts';
import { notebookReader, readBook, readGlobals, smallBook } from '../session/book-file.ts';

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
