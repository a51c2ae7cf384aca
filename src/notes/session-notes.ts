/** What the notebook of one session has for the book. */
import type { Notebook } from '../format/notebook/notebook.ts';
import { estimatedTokens } from '../lib/estimated-tokens.ts';
import { costOfReading, type ObservedSession, whenOf } from './book.ts';
import { plainQuestion, timesOf, unsettled } from './settled-questions.ts';

/** The longest texts (UTF-16 units): a briefing shows less. */
const LONGEST = 400;

/** Where a session left the work. */
export interface BookHandoff {
  session: string;
  /** Those of its session, the last one last. */
  branches: readonly string[];
  /** Local `YYYY-MM-DD HH:MM`. */
  at: string;
  task: string;
  next: string;
  completed: string;
}

export interface BookQuestion {
  session: string;
  id: string;
  at: string;
  text: string;
}

/** A notebook as it was when it was read. While it is unchanged, it says what the index says of it. */
export interface NotebookState {
  /** Its path below the directory of projects. */
  place: string;
  /** Milliseconds since 1970. */
  changed: number;
  /** Bytes. */
  size: number;
}

/** What a session has for the book. */
export interface SessionNotes extends Omit<ObservedSession, 'attended'> {
  /** In order of appearance: a branch may be renamed, or another one be chosen, while the session runs. */
  branches: readonly string[];
  /** The last time that its notebook states, or when it started if that is later; local `YYYY-MM-DD HH:MM`. */
  at: string;
  title: string;
  /** The size of its notebook (estimated tokens). */
  tokens: number;
  /** Null if it has none. */
  handoff: Pick<BookHandoff, 'task' | 'next' | 'completed'> | null;
  /** Those that it did not answer. */
  questions: readonly Pick<BookQuestion, 'id' | 'at' | 'text'>[];
  /** The questions that it answered, in plain words, and when. */
  answers: readonly { words: string; at: string }[];
  /** Absent if nobody looked at the file. */
  file?: NotebookState;
}

/** What a chronicle says of its session. */
interface SessionStart extends Pick<SessionNotes, 'day' | 'branches'> {
  /** Local `YYYY-MM-DD HH:MM`. */
  started: string;
}

/** What the notebook of a session has for the book. */
export function sessionNotes(notebook: Notebook, { day, branches, started }: SessionStart): SessionNotes {
  const { sessionId, notes, observations = [], handoff } = notebook;
  const times = [...notes, ...observations].map((each) => whenOf(each, day));
  const { currentTask = '', suggestedNext = '', request = '', completed = '' } = handoff ?? {};
  const focus = notes.findLast(({ kind }) => kind === 'focus')?.text ?? '';
  const asked = notes
    .filter(({ kind }) => kind === 'question')
    .map((note) => ({ id: note.id, text: cut(note.text), ...timesOf(note, day) }));
  return {
    ...{ sessionId, day, branches, observations },
    at: times.reduce((last, time) => (time > last ? time : last), started),
    tokens: readingCost(notebook, day),
    title: cut(request || currentTask || focus || (observations.at(-1)?.title ?? '')),
    handoff: handoff
      ? { task: cut(currentTask || request), next: cut(suggestedNext), completed: cut(completed) }
      : null,
    questions: unsettled(asked).map(({ id, asked: at, text }) => ({ id, at, text })),
    answers: asked.flatMap(({ text, answered: at }) => (at === null ? [] : [{ words: plainQuestion(text), at }])),
  };
}

/** What it costs to read a notebook (estimated tokens). */
function readingCost({ notes, observations = [], handoff = {} }: Notebook, day: string): number {
  const observed = observations.reduce(
    (sum, each) => sum + costOfReading({ at: whenOf(each, day), observation: each }),
    0,
  );
  const words = [...notes.flatMap(({ text, details }) => [text, details]), ...Object.values(handoff)];
  return observed + estimatedTokens(words.join('\n'));
}

/** A session with its global observations only. Those of other scopes may still supersede global ones. */
export function onlyGlobal(notes: SessionNotes): SessionNotes {
  const observations = notes.observations.filter(
    ({ scope, supersedes }) => scope === 'global' || supersedes.length > 0,
  );
  return { ...notes, observations, handoff: null, questions: [], answers: [] };
}

export function cut(text: string): string {
  return text.slice(0, LONGEST);
}
