import type { Session } from '#src/chronicle/session.ts';
import { ChronicleError } from '#src/project/chronicle-error.ts';
import { type FoundSession, findSession } from '#src/search/find-session.ts';

/** As many as a reader takes in to choose among. */
const CANDIDATES = 10;

/**
 * The session that somebody calls so: by its file's name, an id's beginning, the address of a page of it, or `last`. Refuses what fits none
 * (CHRONICLE_NO_SESSION) or several (CHRONICLE_SEVERAL_SESSIONS), and says what could be meant.
 */
export function sessionNamed(sessions: readonly Session[], wanted: string): Session {
  const found = findSession(sessions, nameInAddress(wanted));
  if ('session' in found) return found.session;
  throw unclear(wanted, found);
}

/** What a page's address names, `/narratives/larder/2026-03-24-main/` as `larder/2026-03-24-main`; else the word itself. */
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

function unclear(wanted: string, { fits, candidates }: Exclude<FoundSession, { session: unknown }>): ChronicleError {
  const names = candidates.map(({ project, name, id }) => `${project.slug}/${name} (${id})`);
  const listed = [...names.slice(0, CANDIDATES), ...(names.length > CANDIDATES ? ['…'] : [])].join(', ');
  if (fits === 'several') {
    return new ChronicleError(
      'CHRONICLE_SEVERAL_SESSIONS',
      `${names.length} sessions fit ${wanted}: ${listed}. Name one with its project or by its id.`,
    );
  }
  const advice =
    names.length > 0 ? `Did you mean ${listed}?` : 'chronicle list and chronicle search say what there is.';
  return new ChronicleError('CHRONICLE_NO_SESSION', `There is no session ${wanted}. ${advice}`);
}
