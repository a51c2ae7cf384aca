/** What the notes of a project's sessions leave open. */
import type { Note } from '../format/notebook/notebook.ts';
import type { Session } from '../format/session.ts';
import { type AskedQuestion, plainQuestion, timesOf, unsettled } from '#src/notes/notebook-index.ts';
import { compare } from '../lib/compare.ts';

/** A note with its session. */
interface Placed {
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
  const asked = sessions.toSorted((a, b) => compare(startOf(a), startOf(b))).flatMap(questionsOf);
  return [...Map.groupBy(unsettled(asked), ({ text }) => plainQuestion(text)).values()]
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

function startOf({ chronicle }: Session): string {
  return chronicle.frontMatter.started;
}
