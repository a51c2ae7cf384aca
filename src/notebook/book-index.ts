/**
 * What hooks know of a project's book without reading its notebooks: a small file that is derived from them, changed session
 * by session. Its size is bounded, however many sessions there are.
 *
 *     <state>/index/books/<project-dir>.json
 */
import type { Notebook } from '../chronicle/notebook/notebook.ts';
import type { ObservationType, Priority, Scope } from '../chronicle/notebook/observation-kinds.ts';
import { compare } from '../value/compare.ts';
import { costOfReading, namedDays, type ObservedSession, resolvedName, whenOf } from './book.ts';

/** A file of another version is made anew. */
export const BOOK_VERSION = 1;

/** An observation in one line. Text is untrusted. */
export interface BookLine {
  session: string;
  id: string;
  /** Local `YYYY-MM-DD HH:MM`, or only the day. */
  at: string;
  type: ObservationType | null;
  priority: Priority;
  scope: Scope;
  title: string;
  concepts: string[];
  /** The days that it names, `YYYY-MM-DD`. */
  days: string[];
  /** What it costs to read it as a whole (estimated). */
  tokens: number;
}

/** Where a session left the work. */
export interface BookHandoff {
  session: string;
  branch: string;
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

/** A session with a notebook. */
export interface BookSession {
  session: string;
  branch: string;
  at: string;
  title: string;
  tokens: number;
  /** How many observations it has in the book, and their size (estimated tokens). */
  count: number;
  size: number;
}

export interface BookIndex {
  version: typeof BOOK_VERSION;
  /** How many observations the whole book has, and their size (estimated tokens). */
  count: number;
  tokens: number;
  /** Newest first; those of sessions that nobody attended are not in it. */
  observations: BookLine[];
  /** The global names of some that were superseded, so that they do not come back with their session. */
  superseded: string[];
  /** Of each branch the newest, newest first. */
  handoffs: BookHandoff[];
  /** Open ones, newest first. */
  questions: BookQuestion[];
  /** Newest first. */
  sessions: BookSession[];
  /** How often observations were shown and used, by their ids as briefings show them. */
  usage: Record<string, [shown: number, used: number]>;
  /** The sessions that are in `usage`, the latest of them. */
  counted: string[];
}

/** How many of each are kept. A briefing shows some 40 lines. */
const MOST = {
  critical: 200,
  others: 200,
  superseded: 1000,
  handoffs: 50,
  questions: 20,
  sessions: 100,
  used: 1000,
  counted: 500,
} as const;

/** The longest texts (UTF-16 units): a briefing shows less. */
const LONGEST = 400;
/** How many concepts and days of an observation are kept. */
const MOST_NAMED = 10;

/** The book of a project without observations. */
export function emptyBook(): BookIndex {
  return {
    ...{ version: BOOK_VERSION, count: 0, tokens: 0 },
    ...{ observations: [], superseded: [], handoffs: [], questions: [], sessions: [], usage: {}, counted: [] },
  };
}

/** What a session has for the book. */
export interface SessionNotes extends Omit<ObservedSession, 'attended'> {
  branch: string;
  /** When its notebook was last changed, local `YYYY-MM-DD HH:MM`. */
  at: string;
  title: string;
  /** The size of its notebook (estimated tokens). */
  tokens: number;
  /** Null if it has none. */
  handoff: Pick<BookHandoff, 'task' | 'next' | 'completed'> | null;
  questions: readonly Pick<BookQuestion, 'id' | 'at' | 'text'>[];
}

/** What the notebook of a session has for the book. `branch` is the one on which the session ended. */
export function sessionNotes(
  { sessionId, notes, observations = [], handoff }: Notebook,
  { day, branch, at, tokens }: Pick<SessionNotes, 'day' | 'branch' | 'at' | 'tokens'>,
): SessionNotes {
  const { currentTask = '', suggestedNext = '', request = '', completed = '' } = handoff ?? {};
  const focus = notes.findLast(({ kind }) => kind === 'focus')?.text ?? '';
  return {
    ...{ sessionId, day, branch, at, tokens, observations },
    title: cut(request || currentTask || focus || (observations.at(-1)?.title ?? '')),
    handoff: handoff
      ? { task: cut(currentTask || request), next: cut(suggestedNext), completed: cut(completed) }
      : null,
    questions: notes
      .filter(({ kind, resolved }) => kind === 'question' && resolved === null)
      .map((note) => ({ id: note.id, at: whenOf(note, day), text: cut(note.text) })),
  };
}

/** The line of an observation in a session that began on `day`. */
function bookLine(session: string, day: string, observation: ObservedSession['observations'][number]): BookLine {
  const { id, type, priority, scope, title, concepts } = observation;
  const at = whenOf(observation, day);
  const tokens = costOfReading({ at, observation });
  return {
    ...{ session, id, at, type, priority, scope, tokens },
    title: cut(title),
    concepts: concepts.slice(0, MOST_NAMED),
    days: namedDays(observation).slice(0, MOST_NAMED),
  };
}

/** The index after an attended session with a notebook ended, for the first time or again. */
export function withSession(index: BookIndex, added: SessionNotes): BookIndex {
  const { sessionId: session, day, branch, at, title, tokens, handoff } = added;
  const before = index.sessions.find((known) => known.session === session);
  const known = [...new Set([session, ...index.observations.map((line) => line.session)])];
  const gone = new Set(index.superseded);
  for (const { id, supersedes } of added.observations) {
    for (const target of supersedes) {
      const name = resolvedName(target, session, known);
      if (name !== null && name !== `${session}#${id}`) gone.add(name);
    }
  }
  const isLeft = (line: BookLine) => !gone.has(nameOf(line));
  const own = added.observations.map((observation) => bookLine(session, day, observation)).filter(isLeft);
  const others = index.observations.filter((line) => line.session !== session);
  const lost = others.filter((line) => !isLeft(line));
  const size = own.reduce((sum, line) => sum + line.tokens, 0);
  return {
    version: BOOK_VERSION,
    count: Math.max(0, index.count - lost.length - (before?.count ?? 0) + own.length),
    tokens: Math.max(0, index.tokens - lost.reduce((sum, line) => sum + line.tokens, 0) - (before?.size ?? 0) + size),
    observations: boundedLines([...others.filter(isLeft), ...own]),
    superseded: [...gone].slice(-MOST.superseded),
    handoffs: newest(
      [
        ...index.handoffs.filter((each) => each.session !== session && (handoff === null || each.branch !== branch)),
        ...(handoff === null ? [] : [{ session, branch, at, ...handoff }]),
      ],
      MOST.handoffs,
    ),
    questions: newest(
      [
        ...index.questions.filter((question) => question.session !== session),
        ...added.questions.map((question) => ({ session, ...question })),
      ],
      MOST.questions,
    ),
    sessions: newest(
      [
        ...index.sessions.filter((each) => each.session !== session).map((each) => without(each, lost)),
        { session, branch, at, title, tokens, count: own.length, size },
      ],
      MOST.sessions,
    ),
    ...{ usage: index.usage, counted: index.counted },
  };
}

/** A session after these observations were superseded. */
function without(session: BookSession, lost: readonly BookLine[]): BookSession {
  const own = lost.filter((line) => line.session === session.session);
  const size = session.size - own.reduce((sum, line) => sum + line.tokens, 0);
  return own.length === 0 ? session : { ...session, count: session.count - own.length, size };
}

/** The index after a session was told these ids and used some of them. A session counts once. */
export function withUse(
  index: BookIndex,
  session: string,
  { shown, used }: { shown: readonly string[]; used: readonly string[] },
): BookIndex {
  if (index.counted.includes(session)) return index;
  const usage = { ...index.usage };
  for (const id of shown) {
    const [times, uses] = usage[id] ?? [0, 0];
    usage[id] = [times + 1, uses + Number(used.includes(id))];
  }
  const kept = Object.entries(usage).slice(-MOST.used);
  return { ...index, usage: Object.fromEntries(kept), counted: [...index.counted, session].slice(-MOST.counted) };
}

/** Every critical line and the newest of the others, as many as are kept, newest first. */
export function boundedLines<T extends BookLine>(lines: readonly T[]): T[] {
  const critical = newest(
    lines.filter(({ priority }) => priority === 1),
    MOST.critical,
  );
  const others = newest(
    lines.filter(({ priority }) => priority !== 1),
    MOST.others,
  );
  return newest([...critical, ...others], MOST.critical + MOST.others);
}

/** The name of a line among those of all sessions: `<session id>#o-12ab34`. */
export function nameOf({ session, id }: Pick<BookLine, 'session' | 'id'>): string {
  return `${session}#${id}`;
}

function cut(text: string): string {
  return text.slice(0, LONGEST);
}

/** Of the same minute, the one that came last. */
function newest<T extends { at: string }>(entries: readonly T[], most: number): T[] {
  return entries
    .map((entry, i) => ({ entry, i }))
    .sort((a, b) => compare(b.entry.at, a.entry.at) || b.i - a.i)
    .slice(0, most)
    .map(({ entry }) => entry);
}
