/** The projects of an archive, and what a project's page says: its plan, its open questions and its briefing. */
import type { Chronicle } from '#src/format/chronicle.ts';
import type { Note, Notebook } from '#src/format/notebook/notebook.ts';
import { isAttended, isEmptySession, type Session } from '#src/format/session.ts';
import { compare } from '#src/lib/compare.ts';
import { memoised } from '#src/lib/memo.ts';
import type { Project } from '#src/lib/project.ts';
import { sessionAddress } from '#src/lib/text/page-address.ts';
import { type Briefing, briefing, type BriefingLine } from '#src/notes/briefing.ts';
import { type NotedSession, notedSession, onlyGlobal, withSessions } from '#src/notes/notebook-index.ts';
import type { Plan } from '#src/notes/plan.ts';
import { type AskedQuestion, plainQuestion, timesOf, unsettled } from '#src/notes/notebook-index.ts';
import { momentOf } from '#src/transcript/moment.ts';

export interface ListedProject {
  project: Project;
  /** Newest first; at least one. */
  sessions: Session[];
  /** The days of its first and last session, local `YYYY-MM-DD`. */
  first: string;
  last: string;
  /** The last session in which anything happened, with a person if there is one. */
  latest: Session;
}

/** The projects of `sessions`, given newest first; the project with the newest session first. */
export const projectList = memoised((sessions: readonly Session[]): ListedProject[] => {
  const projects = Map.groupBy(sessions, ({ project }) => project.slug);
  return [...projects.values()].flatMap((own) => listed(own) ?? []);
});

function listed(own: Session[]): ListedProject | null {
  const [newest] = own;
  if (!newest) return null;
  return {
    project: newest.project,
    sessions: own,
    first: own.at(-1)?.chronicle.frontMatter.date ?? '',
    last: newest.chronicle.frontMatter.date,
    latest:
      own.find((session) => isAttended(session) && !isEmptySession(session)) ??
      own.find((session) => !isEmptySession(session)) ??
      newest,
  };
}

/** The newest session in which a plan was accepted, by the heads of facts; null if there is none. `sessions` come newest first. */
export function planSession(sessions: readonly Session[]): Session | null {
  return sessions.find(({ facts }) => (facts?.titles.plan ?? '') !== '') ?? null;
}

/** `step 3 of 5`, `all 5 steps done`; undefined for a plan whose progress nobody marks. */
export function stepOf({ steps }: Pick<Plan, 'steps'>): string | undefined {
  if (steps.length === 0) return undefined;
  const next = steps.findIndex(({ done }) => !done);
  return next === -1 ? `all ${steps.length} steps done` : `step ${next + 1} of ${steps.length}`;
}

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
  const branch = own.find(isAttended)?.chronicle.frontMatter.branch ?? '';
  const sessions = notedOf(own);
  const told = briefing({ sessions, globals: globalsOf(all), plan: planOf(branch), branch, tokens, today });
  const byId = new Map([...all, ...own].map((session) => [session.id, session]));
  const pieces = (told?.lines ?? []).flatMap((line, i) => [...(i > 0 ? [plain('\n')] : []), ...piecesOf(line, byId)]);
  return { branch, told, pieces };
}

function piecesOf({ text, record }: BriefingLine, byId: ReadonlyMap<string, Session>): ToldPiece[] {
  const session = record ? byId.get(record.session) : undefined;
  const at = record && session ? text.lastIndexOf(record.name) : -1;
  if (!record || !session || at === -1) return [plain(text)];
  const address = sessionAddress(session.project.slug, session.name, record.id ?? undefined);
  return [plain(text.slice(0, at)), { text: record.name, address }, plain(text.slice(at + record.name.length))];
}

function plain(text: string): ToldPiece {
  return { text, address: null };
}

/** What the notebook of a session has for later ones. */
export function notedInSession({ frontMatter }: Pick<Chronicle, 'frontMatter'>, notebook: Notebook): NotedSession {
  const { date: day, branch, started, utc_offset: offset } = frontMatter;
  const { date, time } = momentOf(started, offset);
  return notedSession(notebook, { day, branches: [branch], started: `${date} ${time}` });
}

const notedOf = memoised((sessions: readonly Session[]) => withSessions([], allNoted(sessions)));
const globalsOf = memoised((sessions: readonly Session[]) => withSessions([], allNoted(sessions).map(onlyGlobal)));

/** The last one last. */
function allNoted(sessions: readonly Session[]): NotedSession[] {
  return sessions
    .filter(isAttended)
    .toReversed()
    .flatMap(({ chronicle, notebook }) => (notebook ? [notedInSession(chronicle, notebook)] : []));
}
