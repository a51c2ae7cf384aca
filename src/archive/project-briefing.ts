/** What the next session of a project is told of earlier ones, from the archive; the hook tells it from its own index. */
import type { Chronicle } from '../format/chronicle.ts';
import type { Notebook } from '../format/notebook/notebook.ts';
import { isAttended, type Session } from '../format/session.ts';
import { momentOf } from '../transcript/moment.ts';
import { type Briefing, type BriefingLine, briefing } from '../notes/briefing.ts';
import { type NotedSession, notedSession, onlyGlobal, withSessions } from '../notes/notebook-index.ts';
import { sessionAddress } from '../lib/text/page-address.ts';
import { memoised } from '../lib/memo.ts';

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
