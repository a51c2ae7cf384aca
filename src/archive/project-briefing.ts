/** What the next session of a project is told of earlier ones, from the archive; the hook tells it from its own index. */
import type { Chronicle } from '../chronicle/chronicle.ts';
import type { Notebook } from '../chronicle/notebook/notebook.ts';
import { isAttended, type Session } from '../chronicle/session.ts';
import { shortId } from '../chronicle/session-id.ts';
import { momentOf } from '../facts/moment.ts';
import { type BookIndex, emptyBook, globalIndex, withSessions, withUse } from '../notebook/book-index.ts';
import { type Briefing, briefing } from '../notebook/briefing.ts';
import { onlyGlobal, type SessionNotes, sessionNotes } from '../notebook/session-notes.ts';
import { memoised } from '../value/memo.ts';
import { type PlacedObservation, wholeBook } from './whole-book.ts';

/** A record of a briefing, and how often briefings of the project showed it and sessions used it. */
export interface ToldRecord {
  /** As the briefing shows it. */
  id: string;
  entry: PlacedObservation;
  shown: number;
  used: number;
}

export interface ProjectBriefing {
  /** The branch of the project's last attended session. */
  branch: string;
  /** Null if there is nothing to tell. */
  told: Briefing | null;
  records: ToldRecord[];
  /** Other branches whose handoff a session on them would be told. */
  others: { branch: string; session: Session }[];
}

interface Situation {
  /** The most it may take (estimated tokens). */
  tokens: number;
  /** Local `YYYY-MM-DD`. */
  today: string;
  /** The plan of a branch in one line; null if there is none. */
  planOf: (branch: string) => string | null;
}

/** The briefing of a project, from its sessions and all of the archive, both newest first. */
export function projectBriefing(
  own: readonly Session[],
  all: readonly Session[],
  { tokens, today, planOf }: Situation,
): ProjectBriefing {
  const book = bookIndexOf(own);
  const branch = own.find(isAttended)?.chronicle.frontMatter.branch ?? '';
  const told = briefing({
    ...{ book, globals: globalLines(all), plan: planOf(branch), branch, tokens, today },
    isThere: () => true,
  });
  const entries = new Map(
    [...wholeBook(all).entries, ...wholeBook(own).entries].flatMap((entry) => [
      [entry.id, entry],
      [`${shortId(entry.session)}#${entry.id}`, entry],
    ]),
  );
  return {
    branch,
    told,
    records: (told?.shown ?? []).flatMap((id) => {
      const entry = entries.get(id);
      const [shown, used] = book.usage[id] ?? [0, 0];
      return entry ? [{ id, entry, shown, used }] : [];
    }),
    others: book.handoffs.flatMap((handoff) => {
      const session = handoff.branch === branch ? undefined : own.find(({ id }) => id === handoff.session);
      return session ? [{ branch: handoff.branch, session }] : [];
    }),
  };
}

/** What the notebook of a session has for the book. */
export function notesOfSession({ frontMatter }: Pick<Chronicle, 'frontMatter'>, notebook: Notebook): SessionNotes {
  const { date: day, branch, started, utc_offset: offset } = frontMatter;
  const { date, time } = momentOf(started, offset);
  return sessionNotes(notebook, { day, branch, started: `${date} ${time}` });
}

const bookIndexOf = memoised((sessions: readonly Session[]): BookIndex => {
  const index = withSessions(emptyBook(), notesOf(sessions));
  return sessions.toReversed().reduce((book, { id, facts }) => {
    return facts?.briefing ? withUse(book, id, facts.briefing) : book;
  }, index);
});

const globalLines = memoised((sessions: readonly Session[]) => {
  return globalIndex(withSessions(emptyBook(), notesOf(sessions).map(onlyGlobal))).observations;
});

/** Oldest first. */
function notesOf(sessions: readonly Session[]): SessionNotes[] {
  return sessions
    .filter(isAttended)
    .toReversed()
    .flatMap(({ chronicle, notebook }) => (notebook ? [notesOfSession(chronicle, notebook)] : []));
}
