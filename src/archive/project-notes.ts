import type { Session } from '../format/session.ts';
import { sessionTitle } from '../transcript/title.ts';
import { type AskedQuestion, plainQuestion, timesOf, unsettled } from '../notes/settled-questions.ts';
import { type Placed, triedLines } from '../notes/tried-lines.ts';
import { noteSections } from '../notes/working-notes.ts';
import { sessionAddress } from '../lib/text/page-address.ts';
import { compare } from '../lib/compare.ts';
import { memoised } from '../lib/memo.ts';

/** A question that no session of the project has answered. */
export interface OpenQuestion {
  text: string;
  /** The session that asked it first, and the note of the one that asked it last. */
  first: Session;
  last: Placed;
  /** How many sessions asked it. */
  sessions: number;
}

/** The open questions of a project's sessions, those asked last first. An answer counts for the same words in any session. */
export function openQuestions(sessions: readonly Session[]): OpenQuestion[] {
  const asking = sessions.filter(({ notebook }) => notebook?.notes.some(({ kind }) => kind === 'question'));
  const open = unsettled(inOrder(asking).flatMap(questionsOf));
  return [...Map.groupBy(open, ({ text }) => plainQuestion(text)).values()]
    .flatMap((places): OpenQuestion[] => {
      const [first, last] = [places[0], places.at(-1)];
      if (!first || !last) return [];
      const { size } = new Set(places.map(({ session }) => session.id));
      return [{ text: last.text, first: first.session, last, sessions: size }];
    })
    .sort((a, b) => compare(startOf(b.last.session), startOf(a.last.session)));
}

function questionsOf(session: Session): (Placed & AskedQuestion)[] {
  const { date } = session.chronicle.frontMatter;
  const notes = session.notebook?.notes.filter(({ kind }) => kind === 'question') ?? [];
  return notes.map((note) => ({ note, session, text: note.text, ...timesOf(note, date) }));
}

/** How many notes pages show, and in how many sessions: of several focuses, only the last one. */
export function noteCount(sessions: readonly Session[]): { notes: number; sessions: number } {
  const counts = sessions.flatMap(({ notebook }) => {
    const notes = notebook ? noteSections(notebook).flatMap(({ notes: own }) => own).length : 0;
    return notes === 0 ? [] : [notes];
  });
  return { notes: counts.reduce((sum, count) => sum + count, 0), sessions: counts.length };
}

/** An earlier attempt, as a page shows it. */
export interface EarlierAttempt {
  /** Local `YYYY-MM-DD`. */
  date: string;
  title: string;
  address: string;
}

/** The earlier attempts that a session's Tried lines repeat, by note id. Takes all sessions. */
export function earlierOf(session: Session, sessions: readonly Session[]): Record<string, EarlierAttempt> {
  return Object.fromEntries(earlierAttempts(sessions).get(session.id) ?? []);
}

const earlierAttempts = memoised((sessions: readonly Session[]): ReadonlyMap<string, [string, EarlierAttempt][]> => {
  const bySession = new Map<string, [string, EarlierAttempt][]>();
  for (const { session, note, earlier } of triedLines(sessions)) {
    if (earlier === null) continue;
    const { project, name, chronicle } = earlier.session;
    const address = sessionAddress(project.slug, name, earlier.note.id);
    const attempt = { date: chronicle.frontMatter.date, title: sessionTitle(earlier.session), address };
    bySession.set(session.id, [...(bySession.get(session.id) ?? []), [note.id, attempt]]);
  }
  return bySession;
});

function inOrder(sessions: readonly Session[]): Session[] {
  return sessions.toSorted((a, b) => compare(startOf(a), startOf(b)));
}

function startOf({ chronicle }: Session): string {
  return chronicle.frontMatter.started;
}
