import type { SessionCard } from '#src/archive/session-card.ts';
import { type Session, hasContent } from '#src/format/session.ts';
import { type FoundSession, type NamedSession, findSession } from '#src/index/sessions.ts';
import type { RecordIndex } from '#src/index/index.ts';
import { ChronicleError } from '#src/lib/chronicle-error.ts';
import { counted } from '#src/lib/text/day.ts';
import { projectNamed } from '#src/lib/project.ts';
import { nearestOf } from '#src/lib/nearest.ts';

/** As many suggestions as a reader can choose from. */
const SUGGESTIONS = 10;
const MOST_PROJECTS = 20;

/** Which sessions `last` may be, and what the others are said to have, such as `no events`. */
export interface LastOf<Named> {
  isEligible: (session: Named) => boolean;
  lacks: string;
}

const NOTHING_TO_SHOW = 'no prompts, events, notes, summary or narrative';

const WITH_CONTENT: LastOf<Session> = { isEligible: hasContent, lacks: NOTHING_TO_SHOW };

/**
 * The session with this file name, id prefix or page address, or `last`, the newest that is eligible. Refuses a name that
 * fits no session (CHRONICLE_NO_SESSION) or several (CHRONICLE_SEVERAL_SESSIONS), with suggestions.
 */
export function sessionNamed(
  sessions: readonly Session[],
  wanted: string,
  last: LastOf<Session> = WITH_CONTENT,
): Session {
  return oneNamed(sessions, wanted, last);
}

/** The same among the sessions of the index. */
export function cardNamed(index: Pick<RecordIndex, 'cardsFor'>, wanted: string): { card: SessionCard; note: string } {
  const cards = index.cardsFor(nameInAddress(wanted));
  const last: LastOf<SessionCard> = { isEligible: ({ hasContent }) => hasContent, lacks: NOTHING_TO_SHOW };
  const card = oneNamed(cards, wanted, last);
  return { card, note: lastNote(cards, wanted, card, last) };
}

function oneNamed<Named extends NamedSession>(
  sessions: readonly Named[],
  wanted: string,
  choice: LastOf<Named>,
): Named {
  const found = findSession(sessions, nameInAddress(wanted), choice.isEligible);
  if ('session' in found) return found.session;
  throw wanted === 'last' && sessions.length > 0 ? noneEligible(sessions, choice) : unclear(wanted, found);
}

/** Which session `last` was: a sentence that mentions skipped newer ones; empty for any other word. */
export function lastNote<Named extends NamedSession>(
  sessions: readonly Named[],
  wanted: string,
  session: Named,
  { lacks }: Pick<LastOf<Named>, 'lacks'>,
): string {
  if (wanted !== 'last') return '';
  const newer = sessions.indexOf(session);
  const skipped = newer === 0 ? '' : ` ${counted(newer, 'newer session')} ${newer === 1 ? 'has' : 'have'} ${lacks}.`;
  return `last is ${nameOf(session)}.${skipped}`;
}

function noneEligible<Named extends NamedSession>(
  sessions: readonly Named[],
  { lacks }: LastOf<Named>,
): ChronicleError {
  const newest = sessions[0] ? nameOf(sessions[0]) : '';
  const which =
    sessions.length === 1
      ? `The only session, ${newest}, has ${lacks}.`
      : `All ${sessions.length} sessions have ${lacks}; the newest is ${newest}.`;
  return new ChronicleError('CHRONICLE_NO_SESSION', which);
}

function nameOf({ project, name }: NamedSession): string {
  return `${project.slug}/${name}`;
}

/** `larder/2026-03-24-main` for `/narratives/larder/2026-03-24-main/`; any other word unchanged. */
function nameInAddress(word: string): string {
  const [, project, name] =
    /^(?:https?:\/\/[^/]+)?\/?(?:narratives|sessions)\/([^/?#]+)\/([^/?#]+)\/?(?:[?#].*)?$/.exec(word) ?? [];
  if (project === undefined || name === undefined) return word;
  try {
    return `${decodeURIComponent(project)}/${decodeURIComponent(name)}`;
  } catch {
    return word;
  }
}

function unclear(
  wanted: string,
  { fits, candidates }: Exclude<FoundSession<NamedSession>, { session: unknown }>,
): ChronicleError {
  const names = candidates.map((session) => `${nameOf(session)} (${session.id})`);
  const listed = [...names.slice(0, SUGGESTIONS), ...(names.length > SUGGESTIONS ? ['…'] : [])].join(', ');
  if (fits === 'several') {
    return new ChronicleError(
      'CHRONICLE_SEVERAL_SESSIONS',
      `${names.length} sessions match ${wanted}: ${listed}. Use project/name, or the id.`,
    );
  }
  const advice = names.length > 0 ? `Did you mean ${listed}?` : 'To find one, run chronicle list or chronicle search.';
  return new ChronicleError('CHRONICLE_NO_SESSION', `There is no session ${wanted}. ${advice}`);
}

/** The sessions of the project given as `--project`, or all without it. Refuses an unknown project (CHRONICLE_NO_PROJECT). */
export function ofProject(sessions: readonly Session[], project: string | undefined): readonly Session[] {
  if (project === undefined || sessions.length === 0) return sessions;
  const slug = slugNamed({ projects: () => sessions.map((session) => session.project) }, project);
  return sessions.filter((session) => session.project.slug === slug);
}

/** The slug of the project given as `--project`. Refuses an unknown project (CHRONICLE_NO_PROJECT). */
export function slugNamed(known: Pick<RecordIndex, 'projects'>, project: string): string {
  return requireProject(known.projects(), project).slug;
}

/**
 * The project with this slug, name or directory of Claude Code. Refuses an unknown one (CHRONICLE_NO_PROJECT), and then says what
 * was not done.
 */
export function requireProject<Known extends ReturnType<RecordIndex['projects']>[number]>(
  projects: readonly Known[],
  named: string,
  undone = '',
): Known {
  const found = projectNamed(projects, named);
  if (found) return found;
  const names = [...new Set(projects.map(({ name }) => name))].sort();
  const nearest = nearestOf(named, names);
  const all =
    names.length === 0
      ? 'No project has a chronicle yet.'
      : `The projects are ${names.slice(0, MOST_PROJECTS).join(', ')}.`;
  const advice = nearest ? `Did you mean ${nearest}?` : all;
  throw new ChronicleError('CHRONICLE_NO_PROJECT', `There is no project ${named}. ${advice}${undone}`);
}
