/** What the next session of a project is told of earlier ones, from the archive; the hook tells it from its own index. */
import type { Chronicle } from '../format/chronicle.ts';
import type { Notebook } from '../format/notebook/notebook.ts';
import { isAttended, type Session } from '../format/session.ts';
import { momentOf } from '../transcript/moment.ts';
import { type BookIndex, emptyBook, globalIndex, withSessions, withUse } from '../notes/book-index.ts';
import { type Briefing, briefing } from '../notes/briefing.ts';
import type { BriefingLine } from '../notes/briefing-writer.ts';
import { onlyGlobal, type SessionNotes, sessionNotes } from '../notes/session-notes.ts';
import { sessionAddress } from '../lib/text/page-address.ts';
import { memoised } from '../lib/memo.ts';

/** A piece of a briefing's text; an id links to its record. */
interface ToldPiece {
  text: string;
  address: string | null;
}

export interface ProjectBriefing {
  /** The branch of the project's last attended session; empty without one. */
  branch: string;
  /** Null if there is nothing to tell. */
  told: Briefing | null;
  /** Its text. */
  pieces: ToldPiece[];
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
  const globals = globalLines(all);
  const branch = own.find(isAttended)?.chronicle.frontMatter.branch ?? '';
  const told = briefing({
    ...{ book, globals, plan: planOf(branch), branch, tokens, today },
    isThere: (_, text) => text !== '',
  });
  const [ownById, allById] = [byId(own), byId(all)];
  const sessionOf = (id: string) => ownById.get(id) ?? allById.get(id);
  return {
    branch,
    told,
    pieces: (told?.lines ?? []).flatMap((line, i) => [...(i > 0 ? [plain('\n')] : []), ...piecesOf(line, sessionOf)]),
  };
}

type SessionOf = (id: string) => Session | undefined;

function piecesOf({ text, place }: BriefingLine, sessionOf: SessionOf): ToldPiece[] {
  const session = place ? sessionOf(place.session) : undefined;
  const at = place && session ? text.lastIndexOf(place.name) : -1;
  if (!place || !session || at === -1) return [plain(text)];
  const address = sessionAddress(session.project.slug, session.name, place.id ?? undefined);
  return [plain(text.slice(0, at)), { text: place.name, address }, plain(text.slice(at + place.name.length))];
}

function plain(text: string): ToldPiece {
  return { text, address: null };
}

const byId = memoised((sessions: readonly Session[]) => new Map(sessions.map((session) => [session.id, session])));

/** What the notebook of a session has for the book. */
export function notesOfSession({ frontMatter }: Pick<Chronicle, 'frontMatter'>, notebook: Notebook): SessionNotes {
  const { date: day, branch, started, utc_offset: offset } = frontMatter;
  const { date, time } = momentOf(started, offset);
  return sessionNotes(notebook, { day, branches: [branch], started: `${date} ${time}` });
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
