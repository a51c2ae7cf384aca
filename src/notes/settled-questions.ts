import type { Note } from '../format/notebook/notebook.ts';
import { whenOf } from './book.ts';

/** A question as one session noted it. Times are local, `YYYY-MM-DD HH:MM` or only the day. */
export interface AskedQuestion {
  text: string;
  asked: string;
  /** Null if the session did not answer it. */
  answered: string | null;
}

/**
 * The questions that nobody has answered since they were asked, of questions in the order in which they were noted. An
 * answer counts for the same words in any session.
 */
export function unsettled<Question extends AskedQuestion>(questions: readonly Question[]): Question[] {
  const answers = new Map<string, { at: string; i: number }>();
  questions.forEach(({ text, answered }, i) => {
    const words = plainQuestion(text);
    const known = answers.get(words);
    if (answered !== null && (!known || answered >= known.at)) answers.set(words, { at: answered, i });
  });
  return questions.filter(({ text, asked, answered }, i) => {
    const answer = answers.get(plainQuestion(text));
    if (answered !== null) return false;
    return !answer || answer.at < asked || (answer.at === asked && answer.i < i);
  });
}

/** When a note of a session that began on `day` was asked and answered. */
export function timesOf(note: Pick<Note, 'date' | 'time' | 'resolved'>, day: string): Omit<AskedQuestion, 'text'> {
  const asked = whenOf(note, day);
  if (note.resolved === null) return { asked, answered: null };
  const { at } = note.resolved;
  return { asked, answered: at === null ? asked : at.length > 5 ? at : `${day} ${at}` };
}

/** A question without what is often written differently. */
export function plainQuestion(text: string): string {
  return text
    .toLowerCase()
    .replace(/[\s.,;:!?'"`]+/g, ' ')
    .trim();
}
