/**
 * What hooks know of a project's book without reading its notebooks: a small file that is derived from them, changed session
 * by session. Its size is bounded, however many sessions there are.
 *
 *     <state>/index/books/<project-dir>.json
 */
import { normalConcept } from '../format/notebook/concept.ts';
import type { ObservationType, Priority, Scope } from '../format/notebook/observation-kinds.ts';
import { compare } from '../lib/compare.ts';
import { groupBy } from '../lib/group-by.ts';
import {
  byTime,
  costOfReading,
  globalName,
  namedDays,
  type ObservedSession,
  type Superseding,
  supersededBy,
  whenOf,
} from './book.ts';
import { type BookHandoff, type BookQuestion, cut, type NotebookState, type SessionNotes } from './session-notes.ts';
import { plainQuestion } from './settled-questions.ts';

/** A file of another version is made anew. */
export const BOOK_VERSION = 5;

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
  /** The days that it names, `YYYY-MM-DD`. */
  days: string[];
  /** What it is about, as concepts are kept. */
  concepts: string[];
  /** What it costs to read it as a whole (estimated). */
  tokens: number;
}

/** A session with a notebook. */
export interface BookSession {
  session: string;
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
  /** The newest that supersede others, even if they are not in the list: what they supersede must not come back. */
  links: Pick<Superseding, 'session' | 'id' | 'at' | 'supersedes'>[];
  /** Of each branch the newest, newest first. */
  handoffs: BookHandoff[];
  /** Open ones, newest first. */
  questions: BookQuestion[];
  /** The newest answers, of questions in plain words: they settle the same question of other sessions. */
  answers: { session: string; words: string; at: string }[];
  /** Newest first. */
  sessions: BookSession[];
  /** How often observations were shown and used, by their ids as briefings show them. */
  usage: Record<string, [shown: number, used: number]>;
  /** The sessions that are in `usage`, the latest of them. */
  counted: string[];
  /** The notebooks of the sessions that are named above. */
  files: Record<string, NotebookState>;
}

/** How many of each are kept. A briefing shows some 40 lines, and a session's start takes longer with each line it reads. */
const MOST = {
  critical: 60,
  others: 40,
  links: 1000,
  handoffs: 50,
  questions: 20,
  answers: 60,
  sessions: 25,
  used: 1000,
  counted: 500,
} as const;

/** How many days and links of an observation are kept. */
const MOST_NAMED = 10;
/** How many concepts of an observation are kept. */
const MOST_CONCEPTS = 5;

/** The book of a project without observations. */
export function emptyBook(): BookIndex {
  return {
    ...{ version: BOOK_VERSION, count: 0, tokens: 0 },
    ...{
      observations: [],
      links: [],
      handoffs: [],
      questions: [],
      answers: [],
      sessions: [],
      usage: {},
      counted: [],
      files: {},
    },
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
    days: namedDays(observation).slice(0, MOST_NAMED),
    concepts: concepts.slice(0, MOST_CONCEPTS).map(normalConcept),
  };
}

/**
 * The index after attended sessions with notebooks ended, for the first time or again. What is superseded is decided by all
 * links that are known, in whichever order sessions come.
 */
export function withSessions(index: BookIndex, added: readonly SessionNotes[]): BookIndex {
  const again = new Set(added.map(({ sessionId }) => sessionId));
  const isOther = ({ session }: { session: string }) => !again.has(session);
  const links = newest([...index.links.filter(isOther), ...added.flatMap(linksOf)], MOST.links);
  const others = index.observations.filter(isOther);
  const lines = [
    ...others,
    ...added.flatMap(({ sessionId, day, observations }) => observations.map((each) => bookLine(sessionId, day, each))),
  ];
  const superseded = supersededBy(candidates(lines, links));
  const isLeft = (line: BookLine) => !superseded.has(globalName(line));
  const left = lines.filter(isLeft);
  const lost = groupBy(
    others.filter((line) => !isLeft(line)),
    ({ session }) => session,
  );
  const before = index.sessions.filter(isOther).map((session) => without(session, lost.get(session.session) ?? []));
  const own = groupBy(left, ({ session }) => session);
  const after = added.map(({ sessionId: session, at, title, tokens }) => {
    const kept = own.get(session) ?? [];
    return { session, at, title, tokens, count: kept.length, size: sizeOf(kept) };
  });
  const gone = [...index.sessions.filter((session) => !isOther(session)), ...[...lost.values()].map(asSession)];
  const handoffs = added.flatMap(({ sessionId: session, branches, at, handoff }) =>
    handoff === null ? [] : [{ session, branches, at, ...handoff }],
  );
  const questions = added.flatMap(({ sessionId: session, questions: asked }) =>
    asked.map((question) => ({ session, ...question })),
  );
  const answers = [
    ...index.answers.filter(isOther),
    ...added.flatMap(({ sessionId: session, answers: given }) => given.map((answer) => ({ session, ...answer }))),
  ];
  return withFiles({
    ...index,
    count: Math.max(0, index.count + sum(after, 'count') - sum(gone, 'count')),
    tokens: Math.max(0, index.tokens + sum(after, 'size') - sum(gone, 'size')),
    observations: boundedLines(left),
    links,
    handoffs: newestOfBranches([...index.handoffs.filter(isOther), ...handoffs]),
    questions: newest(open([...index.questions.filter(isOther), ...questions], answers), MOST.questions),
    answers: newest(answers, MOST.answers),
    sessions: newest([...before, ...after], MOST.sessions),
    files: { ...index.files, ...filesOf(added) },
  });
}

/** The questions that no other session has answered since. A session's own answers are not among its questions. */
function open(questions: readonly BookQuestion[], answers: BookIndex['answers']): BookQuestion[] {
  const given = groupBy(answers, ({ words }) => words);
  return questions.filter(({ session, text, at }) => {
    const same = given.get(plainQuestion(text)) ?? [];
    return !same.some((answer) => answer.session !== session && answer.at >= at);
  });
}

function filesOf(added: readonly SessionNotes[]): BookIndex['files'] {
  return Object.fromEntries(added.flatMap(({ sessionId, file }) => (file ? [[sessionId, file]] : [])));
}

/** An index without the notebooks of sessions that it does not name. */
function withFiles(index: BookIndex): BookIndex {
  const { observations, handoffs, questions, sessions, files } = index;
  const named = new Set([...observations, ...handoffs, ...questions, ...sessions].map(({ session }) => session));
  return { ...index, files: Object.fromEntries(Object.entries(files).filter(([session]) => named.has(session))) };
}

function linksOf({ sessionId: session, day, observations }: SessionNotes): BookIndex['links'] {
  return observations
    .filter(({ supersedes }) => supersedes.length > 0)
    .map((observation) => ({
      ...{ session, id: observation.id, at: whenOf(observation, day) },
      supersedes: observation.supersedes.slice(0, MOST_NAMED).map(cut),
    }));
}

/** What may supersede or be superseded, in the order of time. */
function candidates(lines: readonly BookLine[], links: BookIndex['links']): Superseding[] {
  const linked = new Set(links.map(globalName));
  const plain = lines.filter((line) => !linked.has(globalName(line)));
  return [...plain.map((line) => ({ ...line, supersedes: [] })), ...links]
    .map(({ session, id, at, supersedes }) => ({ session, id, at, supersedes, attended: true }))
    .sort(byTime);
}

type Counts = Pick<BookSession, 'count' | 'size'>;

/** A session after these observations were superseded. */
function without(session: BookSession, lost: readonly BookLine[]): BookSession {
  return { ...session, count: session.count - lost.length, size: session.size - sizeOf(lost) };
}

function asSession(lines: readonly BookLine[]): Counts {
  return { count: lines.length, size: sizeOf(lines) };
}

function sizeOf(lines: readonly BookLine[]): number {
  return lines.reduce((total, { tokens }) => total + tokens, 0);
}

function sum(counts: readonly Counts[], key: keyof Counts): number {
  return counts.reduce((total, each) => total + each[key], 0);
}

function newestOfBranches(handoffs: readonly BookHandoff[]): BookHandoff[] {
  const seen = new Set<string>();
  const isFirst = ({ branches }: BookHandoff) => {
    const before = seen.size;
    for (const branch of branches) seen.add(branch);
    return seen.size > before;
  };
  return newest(handoffs, handoffs.length).filter(isFirst).slice(0, MOST.handoffs);
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
function boundedLines<T extends BookLine>(lines: readonly T[]): T[] {
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

/** Of the same minute, the one that came last. */
function newest<T extends { at: string }>(entries: readonly T[], most: number): T[] {
  return entries
    .map((entry, i) => ({ entry, i }))
    .sort((a, b) => compare(b.entry.at, a.entry.at) || b.i - a.i)
    .slice(0, most)
    .map(({ entry }) => entry);
}

/** The index of what holds in all projects, of the index of sessions that went through `onlyGlobal`. */
export function globalIndex({ observations, links, files }: BookIndex): BookIndex {
  const global = observations.filter(({ scope }) => scope === 'global');
  return withFiles({ ...emptyBook(), observations: global, links, files });
}
