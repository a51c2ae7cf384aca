import type { BookIndex } from '#src/notebook/book-index.ts';
import { type Briefing, briefing } from '#src/notebook/briefing.ts';
import type { Layout } from '#src/project/paths.ts';
import { localTime } from '#src/record/local-time.ts';
import type { Checkout } from '../git/checkout.ts';
import { activePlanLine } from '../plans/find-plans.ts';
import { GLOBAL, notebookReader, readBook } from '../session/read-book.ts';
import type { CheckoutProject } from '../session/where.ts';

/** The session that starts. */
export interface StartingSession {
  project: CheckoutProject;
  branch: string;
  /** Null for a look at what the next session would get. */
  sessionId: string | null;
  now: Date;
  /** The longest briefing (estimated tokens); 0 for none. */
  tokens: number;
}

/** Makes the index of a project's book if it is missing; null if that takes too long. */
type MakeBook = (layout: Layout, project: CheckoutProject) => BookIndex | null;

/** What a session is told of earlier ones where observations are on; null if there is nothing to tell. */
export function toldAtStart(
  layout: Layout,
  checkout: Checkout,
  session: StartingSession,
  makeBook: MakeBook,
): string | null {
  return startBriefing(layout, checkout, session, makeBook)?.text ?? null;
}

/** The briefing of a session that starts; null if there is nothing to tell. */
export function startBriefing(
  layout: Layout,
  checkout: Checkout,
  session: StartingSession,
  makeBook: MakeBook,
): Briefing | null {
  const { project, branch, sessionId, now, tokens } = session;
  if (tokens === 0) return null;
  const book = readBook(layout, project.root) ?? makeBook(layout, project);
  const everywhere = readBook(layout, GLOBAL);
  return briefing({
    book,
    globals: everywhere?.observations ?? [],
    plan: activePlanLine(checkout, branch, layout, now),
    branch,
    tokens,
    today: localTime(now).date,
    own: sessionId,
    isThere: notebookReader(layout, { ...everywhere?.files, ...book?.files }),
  });
}
