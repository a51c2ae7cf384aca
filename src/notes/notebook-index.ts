/**
 * What later sessions of a project need of its notebooks: what each session observed, asked and handed off. The index is one
 * small file, derived from the notebooks (`notebook-index-file.ts`). What is superseded or answered is decided when it is read.
 */
import type { Note, Notebook } from '#src/format/notebook/notebook.ts';
import type { ObservationType, Priority, Scope } from '#src/format/notebook/observation-kinds.ts';
import { compare } from '#src/lib/compare.ts';
import { costOfReading, holding, namedDays, whenOf } from './superseded.ts';

/** An attended session with a notebook. Texts are untrusted. Times are local, `YYYY-MM-DD HH:MM` or only the day. */
export interface NotedSession {
  session: string;
  /** In order of appearance: a branch may be renamed, or another one be chosen, while the session runs. */
  branches: string[];
  /** The last time that its notebook states, or when it started if that is later. */
  at: string;
  handoff: { task: string; next: string; completed: string } | null;
  questions: { id: string; text: string; asked: string; answered: string | null }[];
  observations: NotedObservation[];
  /** Its notebook when it was read; absent if nobody looked at the file. */
  file?: NotebookFile;
}

export interface NotedObservation {
  id: string;
  at: string;
  type: ObservationType | null;
  priority: Priority;
  scope: Scope;
  title: string;
  /** The days that it names, `YYYY-MM-DD`. */
  days: string[];
  /** What it costs to read it as a whole (estimated). */
  tokens: number;
  supersedes: string[];
}

/** A notebook as it was when it was read. */
interface NotebookFile {
  /** Its path below the directory of projects. */
  place: string;
  /** Milliseconds since 1970. */
  changed: number;
  /** Bytes. */
  size: number;
}

/** What a chronicle says of its session. */
interface SessionStart {
  /** Local `YYYY-MM-DD`. */
  day: string;
  branches: string[];
  /** Local `YYYY-MM-DD HH:MM`. */
  started: string;
}

/** A briefing shows less of a text (UTF-16 units). */
const LONGEST = 400;
/** How many days and superseded observations of one are kept. */
const MOST_NAMED = 10;
/** How many sessions are kept as a whole, how many only with what is critical, and how many observations of each. */
const MOST = { whole: 80, critical: 80, observations: 40 };

/** What a session's notebook has for later ones. */
export function notedSession(notebook: Notebook, { day, branches, started }: SessionStart): NotedSession {
  const { sessionId: session, notes, observations = [], handoff } = notebook;
  const { currentTask = '', suggestedNext = '', request = '', completed = '' } = handoff ?? {};
  const handed = { task: cut(currentTask || request), next: cut(suggestedNext), completed: cut(completed) };
  const observed = observations.map((observation): NotedObservation => {
    const { id, type, priority, scope, supersedes } = observation;
    const at = whenOf(observation, day);
    return {
      ...{ id, at, type, priority, scope, title: cut(observation.title), tokens: costOfReading({ at, observation }) },
      days: namedDays(observation).slice(0, MOST_NAMED),
      supersedes: supersedes.slice(0, MOST_NAMED).map(cut),
    };
  });
  const times = [...notes, ...observations].map((each) => whenOf(each, day));
  return {
    ...{ session, branches, observations: observed },
    at: times.reduce((last, time) => (time > last ? time : last), started),
    handoff: handed.task || handed.next ? handed : null,
    questions: notes
      .filter(({ kind }) => kind === 'question')
      .map((note) => ({ id: note.id, text: cut(note.text), ...timesOf(note, day) })),
  };
}

/** A session with its global observations only, and those that supersede others. */
export function onlyGlobal(session: NotedSession): NotedSession {
  return reduced(session, ({ scope, supersedes }) => scope === 'global' || supersedes.length > 0);
}

function reduced(session: NotedSession, isKept: (observation: NotedObservation) => boolean): NotedSession {
  return { ...session, handoff: null, questions: [], observations: session.observations.filter(isKept) };
}

/**
 * The sessions of an index, newest first, in which `added`, the last one last, take the place of what was known of them. Its
 * size is bounded.
 */
export function withSessions(known: readonly NotedSession[], added: readonly NotedSession[]): NotedSession[] {
  const again = new Set(added.map(({ session }) => session));
  const others = known.filter(({ session }) => !again.has(session));
  // Of the same minute, the one that came last is the newest.
  const all = [...[...added].reverse(), ...others].sort((a, b) => compare(b.at, a.at));
  const isCritical = ({ priority, supersedes }: NotedObservation) => priority === 1 || supersedes.length > 0;
  const older = all.slice(MOST.whole).map((session) => reduced(session, isCritical));
  const kept = older.filter(({ observations }) => observations.length > 0).slice(0, MOST.critical);
  return [...all.slice(0, MOST.whole), ...kept].map((session) => ({
    ...session,
    observations: [...session.observations]
      .sort((a, b) => Number(isCritical(b)) - Number(isCritical(a)))
      .slice(0, MOST.observations),
  }));
}

/** A record with the session that has it. */
export type Of<Entry> = Entry & { session: string };
export type NotedHandoff = Of<NonNullable<NotedSession['handoff']> & Pick<NotedSession, 'at' | 'branches'>>;
export type NotedQuestion = Of<Pick<NotedSession['questions'][number], 'id' | 'text'>>;

/** The records of sessions that still hold, newest first as the sessions. */
export interface Records {
  /** Those that nothing supersedes. */
  observations: Of<NotedObservation>[];
  handoffs: NotedHandoff[];
  /** Those that nobody has answered. */
  questions: NotedQuestion[];
}

export function recordsOf(sessions: readonly NotedSession[]): Records {
  const oldestFirst = [...sessions].reverse().sort((a, b) => compare(a.at, b.at));
  const all = oldestFirst
    .flatMap(({ session, observations }) => observations.map((each) => ({ session, attended: true, ...each })))
    .sort((a, b) => compare(a.at, b.at));
  const asked = oldestFirst.flatMap(({ session, questions }) => questions.map((each) => ({ session, ...each })));
  return {
    observations: holding(all).reverse(),
    handoffs: oldestFirst
      .flatMap(({ session, at, branches, handoff }) => (handoff ? [{ session, at, branches, ...handoff }] : []))
      .reverse(),
    questions: unsettled(asked).reverse(),
  };
}

/** Of questions that several sessions asked alike, the newest. */
export function onceAsked(questions: readonly NotedQuestion[]): NotedQuestion[] {
  const seen = new Set<string>();
  return questions.filter(({ text }) => {
    const words = plainQuestion(text);
    return !seen.has(words) && seen.add(words);
  });
}

function cut(text: string): string {
  return text.slice(0, LONGEST);
}

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
