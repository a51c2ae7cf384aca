/** Which sessions and which project a word on the command line means. */
import { type Session, hasContent } from '#src/format/session.ts';
import { ChronicleError } from '#src/lib/chronicle-error.ts';
import { nearestOf } from '#src/lib/nearest.ts';
import { type Project, projectNamed } from '#src/lib/project.ts';
import { counted } from '#src/lib/text/day.ts';

/** As many suggestions as a reader can choose from. */
const SUGGESTIONS = 10;
const MOST_PROJECTS = 20;
/** A shorter prefix of an id is too likely to match another session. */
const SHORTEST_ID = 6;

interface NamedSession extends Pick<Session, 'id' | 'name'> {
  project: Pick<Project, 'slug'>;
}

/** Which sessions `last` may be, and what the others are said to have, such as `no events`. */
export interface LastOf<Named> {
  isEligible: (session: Named) => boolean;
  lacks: string;
  /** What else the word could have named: `draft or session`. */
  what?: string;
}

export const NOTHING_TO_SHOW = 'no prompts, events, notes, summary or narrative';

const WITH_CONTENT: LastOf<Session> = { isEligible: hasContent, lacks: NOTHING_TO_SHOW };

/**
 * The sessions that a word may mean: a file's stem, `project/stem`, an id or at least six characters of it, a page's address, or
 * `last`: the newest session that `isEligible`. Takes sessions newest first.
 */
export function sessionsMatching<Named extends NamedSession>(
  sessions: readonly Named[],
  wanted: string,
  isEligible: (session: Named) => boolean,
): Named[] {
  const last = wanted === 'last' ? sessions.find(isEligible) : undefined;
  if (last) return [last];
  const name = nameInAddress(wanted).toLowerCase().replace(/\.md$/, '');
  const named = sessions.filter((session) => [session.name, nameOf(session)].some((own) => own.toLowerCase() === name));
  if (named.length > 0) return named;
  return sessions.filter(({ id }) => {
    const known = id.toLowerCase();
    return known === name || (name.length >= SHORTEST_ID && known.startsWith(name));
  });
}

/** The one session that a word means. */
export function sessionNamed(sessions: readonly Session[], wanted: string): Session {
  return oneNamed(sessions, wanted, WITH_CONTENT).session;
}

/**
 * The one session that a word means, and which `last` was as a sentence, empty for any other word. Refuses a name that fits no session
 * (CHRONICLE_NO_SESSION) or several (CHRONICLE_SEVERAL_SESSIONS), with suggestions.
 */
export function oneNamed<Named extends NamedSession>(
  sessions: readonly Named[],
  wanted: string,
  { isEligible, lacks, what = 'session' }: LastOf<Named>,
): { session: Named; note: string } {
  const found = sessionsMatching(sessions, wanted, isEligible);
  const [session] = found;
  if (session && found.length === 1) {
    const newer = sessions.indexOf(session);
    const skipped = newer === 0 ? '' : ` ${counted(newer, 'newer session')} ${newer === 1 ? 'has' : 'have'} ${lacks}.`;
    return { session, note: wanted === 'last' ? `last is ${nameOf(session)}.${skipped}` : '' };
  }
  if (session)
    throw new ChronicleError(
      'CHRONICLE_SEVERAL_SESSIONS',
      `${found.length} sessions match ${wanted}: ${listOf(found)}. Use project/name, or the id.`,
    );
  const [newest] = sessions;
  throw new ChronicleError('CHRONICLE_NO_SESSION', newest && wanted === 'last' ? noneHas() : unknown());

  function noneHas(): string {
    const name = newest ? nameOf(newest) : '';
    return sessions.length === 1
      ? `The only session, ${name}, has ${lacks}.`
      : `All ${sessions.length} sessions have ${lacks}; the newest is ${name}.`;
  }

  function unknown(): string {
    const nearest = nearestOf(
      nameInAddress(wanted).toLowerCase(),
      sessions.map(({ name }) => name),
    );
    const meant = sessions.filter(({ name }) => name === nearest);
    const advice =
      meant.length > 0 ? `Did you mean ${listOf(meant)}?` : 'To find one, run chronicle list or chronicle search.';
    return `There is no ${what} ${wanted}. ${advice}`;
  }
}

function listOf(sessions: readonly NamedSession[]): string {
  const names = sessions.slice(0, SUGGESTIONS).map((session) => `${nameOf(session)} (${session.id})`);
  return [...names, ...(sessions.length > SUGGESTIONS ? ['…'] : [])].join(', ');
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

/** The sessions of the project given as `--project`, or all without it. Refuses an unknown project (CHRONICLE_NO_PROJECT). */
export function ofProject(sessions: readonly Session[], named: string | undefined): readonly Session[] {
  if (named === undefined || sessions.length === 0) return sessions;
  const projects = sessions.map(({ project }) => project);
  const { slug } = requireProject(projects, named);
  return sessions.filter(({ project }) => project.slug === slug);
}

/**
 * The project with this slug, name or directory of Claude Code. Refuses an unknown one (CHRONICLE_NO_PROJECT), and then says what
 * was not done.
 */
export function requireProject<Known extends Project>(projects: readonly Known[], named: string, undone = ''): Known {
  const found = projectNamed(projects, named);
  if (found) return found;
  const names = [...new Set(projects.map(({ name }) => name))].sort();
  const nearest = nearestOf(named, names);
  const all =
    names.length === 0
      ? 'No project has a chronicle yet.'
      : `The projects are ${names.slice(0, MOST_PROJECTS).join(', ')}${names.length > MOST_PROJECTS ? ', …' : ''}.`;
  const advice = nearest ? `Did you mean ${nearest}?` : all;
  throw new ChronicleError('CHRONICLE_NO_PROJECT', `There is no project ${named}. ${advice}${undone}`);
}
