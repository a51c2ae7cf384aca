/** What the next session of a project is told of earlier ones, from the archive; the hook tells it from its own index. */
import type { Chronicle } from '../chronicle/chronicle.ts';
import type { Notebook } from '../chronicle/notebook/notebook.ts';
import type { Observation } from '../chronicle/notebook/observation.ts';
import { isAttended, type Session } from '../chronicle/session.ts';
import { momentOf } from '../facts/moment.ts';
import { whenOf } from '../notebook/book.ts';
import { type BookIndex, emptyBook, globalIndex, withSessions, withUse } from '../notebook/book-index.ts';
import { type Briefing, briefing } from '../notebook/briefing.ts';
import type { BriefingLine } from '../notebook/briefing-writer.ts';
import { onlyGlobal, type SessionNotes, sessionNotes } from '../notebook/session-notes.ts';
import { sessionAddress } from '../text/page-address.ts';
import { memoised } from '../value/memo.ts';
import { missingWords } from './briefing-missing.ts';
import { wholeBook } from './whole-book.ts';

/** An observation in a briefing, and how often briefings of the project showed it and sessions used it. */
export interface ToldRecord {
  /** As the briefing shows it. */
  id: string;
  observation: Observation;
  from: Session;
  /** Local `YYYY-MM-DD HH:MM`, or only the day. */
  at: string;
  shown: number;
  used: number;
}

/** A piece of a briefing's text; an id links to its record. */
interface ToldPiece {
  text: string;
  address: string | null;
}

/** One of the last sessions of a project. */
export interface LastSession {
  session: Session;
  /** Why the briefing does not name it among them; null if it does. */
  why: string | null;
}

export interface ProjectBriefing {
  /** The branch of the project's last attended session; empty without one. */
  branch: string;
  /** Null if there is nothing to tell. */
  told: Briefing | null;
  /** Its text. */
  pieces: ToldPiece[];
  records: ToldRecord[];
  /** The last sessions without gaps, newest first, back to the oldest that it names as one. */
  last: LastSession[];
  /** What is not in it, in sentences. */
  missing: string[];
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
  const globals = globalLines(all);
  const branch = own.find(isAttended)?.chronicle.frontMatter.branch ?? '';
  const told = briefing({
    ...{ book, globals, plan: planOf(branch), branch, tokens, today },
    isThere: (_, text) => text !== '',
  });
  const [ownById, allById] = [byId(own), byId(all)];
  const sessionOf = (id: string) => ownById.get(id) ?? allById.get(id);
  const { entries, superseded } = wholeBook(own);
  const attended = entries.filter((entry) => entry.attended).length;
  const elsewhere = globals.filter(({ session }) => !ownById.has(session)).length;
  return {
    branch,
    told,
    pieces: (told?.lines ?? []).flatMap((line, i) => [...(i > 0 ? [plain('\n')] : []), ...piecesOf(line, sessionOf)]),
    records: (told?.lines ?? []).flatMap((line) => toldRecord(line, sessionOf, book.usage)),
    last: told ? lastSessions(own, told) : [],
    missing: told
      ? missingWords(told, {
          ...{ limit: tokens, observations: attended + elsewhere, superseded },
          unattended: entries.length - attended,
        })
      : [],
    others: book.handoffs.flatMap((handoff) => {
      const [last] = handoff.branches.toReversed();
      const session = handoff.branches.includes(branch) ? undefined : ownById.get(handoff.session);
      return session && last !== undefined ? [{ branch: last, session }] : [];
    }),
  };
}

/** More are on the project's page. */
const MOST_LAST = 12;

function lastSessions(own: readonly Session[], told: Briefing): LastSession[] {
  const named = new Set(
    told.lines.flatMap(({ place }) => (place !== null && place.id === null ? [place.session] : [])),
  );
  const oldest = own.findLastIndex(({ id }) => named.has(id));
  return own.slice(0, Math.min(oldest + 1, MOST_LAST)).map((session) => ({
    session,
    why: named.has(session.id) ? null : whyUnnamed(session),
  }));
}

function whyUnnamed(session: Session): string {
  if (!isAttended(session)) return 'not in it: nobody attended it';
  return session.notebook ? 'not in it: no room was left' : 'not in it: it left no notes';
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

function toldRecord({ place }: BriefingLine, sessionOf: SessionOf, usage: BookIndex['usage']): ToldRecord[] {
  const from = place ? sessionOf(place.session) : undefined;
  const observation = from?.notebook?.observations?.find(({ id }) => id === place?.id);
  if (!place || !from || !observation) return [];
  const [shown, used] = usage[place.name] ?? [0, 0];
  return [{ id: place.name, observation, from, at: whenOf(observation, from.chronicle.frontMatter.date), shown, used }];
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
