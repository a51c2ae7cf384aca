import { type Project, projectNamed } from '#src/lib/project.ts';
import { ChronicleError } from '#src/lib/chronicle-error.ts';
import { type Paths, type MemoryPlace, memoryPlace } from '#src/lib/paths.ts';
import { nearestOf } from '#src/lib/nearest.ts';
import { openArchive } from '#src/archive/archive.ts';
import { namesIn } from '#src/lib/names-in.ts';
import { checkoutOf } from '#src/lib/checkout.ts';
import { currentChronicle, placeOf, wholeSessionId } from '#src/record/find.ts';
import { projectDirectoryOf, rulesIn } from '#src/record/where.ts';
import { pathsIn, type Env } from '#src/lib/env.ts';

/** A project's memories, and the session they belong to; null outside a session. */
export interface SessionMemoryPlace extends MemoryPlace {
  sessionId: string | null;
}

/** A longer list of projects is cut. */
const MOST_LISTED = 20;

/**
 * The memories a command is about: those of the session `session`, of the project `project` (its slug in the archive, or
 * Claude Code's directory name), of the session the command runs in, else of the checkout it runs in. Refuses a session
 * without a chronicle (CHRONICLE_NOT_FOUND), an unknown project (CHRONICLE_NO_PROJECT), and both at once
 * (CHRONICLE_WRONG_USE).
 */
export function memoryPlaceFor(
  env: Env,
  { session, project }: { session?: string | undefined; project?: string | undefined },
): SessionMemoryPlace {
  const paths = pathsIn(env);
  if (session !== undefined && project !== undefined)
    throw new ChronicleError('CHRONICLE_WRONG_USE', 'Use --session or --project, not both. Nothing was changed.');
  if (project !== undefined) return { ...memoryPlace(paths, directoryNamed(env, paths, project)), sessionId: null };
  const sessionId =
    session === undefined ? env.variables.CLAUDE_CODE_SESSION_ID || undefined : wholeSessionId(paths, session);
  if (sessionId === undefined) {
    return { ...memoryPlace(paths, projectDirectoryOf(checkoutOf(env.cwd), env.variables)), sessionId: null };
  }
  const { projectDirectory } = placeOf(currentChronicle(env, paths, sessionId));
  return { ...memoryPlace(paths, projectDirectory), sessionId };
}

function directoryNamed(env: Env, paths: Paths, name: string): string {
  if (namesIn(paths.projects).includes(name)) return name;
  const projects = ownProjects(env, paths);
  const found = projectNamed(projects, name);
  if (found) return found.directory;
  const slugs = projects.map(({ slug }) => slug).sort();
  const nearest = nearestOf(name, slugs);
  const listed = slugs.slice(0, MOST_LISTED).join(', ');
  const known = slugs.length === 0 ? 'No project has a chronicle yet.' : `The projects are ${listed}.`;
  const advice = nearest ? `Did you mean ${nearest}?` : known;
  throw new ChronicleError('CHRONICLE_NO_PROJECT', `There is no project ${name}. ${advice} Nothing was changed.`);
}

/** Memories are kept with Claude Code's own sessions, so archives elsewhere do not count. */
export function ownProjects(env: Env, paths: Paths): Project[] {
  const roots = [paths.projects];
  const { snapshot } = openArchive({
    roots,
    rules: rulesIn(env),
    addresses: paths.addresses,
    origin: 'own',
    watch: false,
  });
  return [...new Set(snapshot.sessions.map(({ project }) => project))];
}
