import type { Note } from '../chronicle/notebook/notebook.ts';
import type { Session } from '../chronicle/session.ts';
import { sessionTitle } from '../chronicle/title.ts';
import { type Attempt, areAlike, attemptOf } from '../notebook/alike-attempts.ts';
import { noteSections } from '../notebook/working-notes.ts';
import { sessionAddress } from '../text/page-address.ts';
import { compare } from '../value/compare.ts';
import { memoised } from '../value/memo.ts';

/** A note with its session. */
export interface Placed {
  note: Note;
  session: Session;
}

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
  const asked = new Map<string, Placed[]>();
  for (const session of inOrder(sessions)) {
    for (const note of session.notebook?.notes ?? []) {
      if (note.kind !== 'question') continue;
      const words = plain(note.text);
      if (note.resolved !== null) asked.delete(words);
      else asked.set(words, [...(asked.get(words) ?? []), { note, session }]);
    }
  }
  return [...asked.values()]
    .flatMap((places): OpenQuestion[] => {
      const [first, last] = [places[0], places.at(-1)];
      if (!first || !last) return [];
      const { size } = new Set(places.map(({ session }) => session.id));
      return [{ text: last.note.text, first: first.session, last, sessions: size }];
    })
    .sort((a, b) => compare(startOf(b.last.session), startOf(a.last.session)));
}

/** How many notes pages show, and in how many sessions: of several focuses, only the last one. */
export function noteCount(sessions: readonly Session[]): { notes: number; sessions: number } {
  const counts = sessions.flatMap(({ notebook }) => {
    const notes = notebook ? noteSections(notebook).flatMap(({ notes: own }) => own).length : 0;
    return notes === 0 ? [] : [notes];
  });
  return { notes: counts.reduce((sum, count) => sum + count, 0), sessions: counts.length };
}

/** Of a project with more notes, an attempt is compared with the newest earlier ones. */
const COMPARED = 200;

/**
 * For each Tried line that repeats an attempt of an earlier session of its project: that session and its line, the newest
 * if there are several. By `<session id>#<note id>`.
 */
export const triedEarlier = memoised((sessions: readonly Session[]): ReadonlyMap<string, Placed> => {
  const found = new Map<string, Placed>();
  for (const own of Map.groupBy(sessions, ({ project }) => project.directory).values()) {
    const earlier: (Placed & { attempt: Attempt })[] = [];
    for (const session of inOrder(own)) {
      const tried = (session.notebook?.notes ?? [])
        .filter(({ kind, resolved }) => kind === 'tried' && resolved === null)
        .map((note) => ({ note, session, attempt: attemptOf(note.text) }));
      for (const { note, attempt } of tried) {
        const alike = earlier.findLast(
          (other) => isCandidate(attempt, other.attempt) && areAlike(attempt, other.attempt),
        );
        if (alike) found.set(`${session.id}#${note.id}`, alike);
      }
      earlier.push(...tried);
      earlier.splice(0, earlier.length - COMPARED);
    }
  }
  return found;
});

/** An earlier attempt, as a page shows it. */
export interface EarlierAttempt {
  /** Local `YYYY-MM-DD`. */
  date: string;
  title: string;
  address: string;
}

/** The earlier attempts that a session's Tried lines repeat, by note id; from `triedEarlier` of all sessions. */
export function earlierOf(session: Session, tried: ReadonlyMap<string, Placed>): Record<string, EarlierAttempt> {
  const own = (session.notebook?.notes ?? []).flatMap(({ id }): [string, EarlierAttempt][] => {
    const found = tried.get(`${session.id}#${id}`);
    if (!found) return [];
    const { project, name, chronicle } = found.session;
    const address = sessionAddress(project.slug, name, found.note.id);
    return [[id, { date: chronicle.frontMatter.date, title: sessionTitle(found.session), address }]];
  });
  return Object.fromEntries(own);
}

/** Whether two attempts have a word in common: quickly said, and most pairs have none. */
function isCandidate(a: Attempt, b: Attempt): boolean {
  for (const word of a.words.keys()) if (b.words.has(word)) return true;
  return false;
}

function inOrder(sessions: readonly Session[]): Session[] {
  return sessions.toSorted((a, b) => compare(startOf(a), startOf(b)));
}

function startOf({ chronicle }: Session): string {
  return chronicle.frontMatter.started;
}

/** A question without what is often written differently. */
function plain(text: string): string {
  return text
    .toLowerCase()
    .replace(/[\s.,;:!?'"`]+/g, ' ')
    .trim();
}
