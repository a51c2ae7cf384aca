import { ChronicleError } from '#src/project/chronicle-error.ts';
import { chronicleDirectory, type Layout } from '#src/project/paths.ts';
import { frontMatterOf } from '../disk/front-matter-of.ts';
import { namesIn } from '../disk/names-in.ts';
import { chronicleNames } from '../disk/projects.ts';
import { placeOf } from '../session/find.ts';
import { indexedPath } from '../session/index-entry.ts';
import { projectDirectoryOf, sessionCheckout } from '../session/where.ts';
import type { World } from '../world.ts';

/** So many ids are named in an error. */
const NAMED = 3;

/**
 * The id of the session that `named` means: a whole id, or the beginning of one in the project of the session that this
 * runs in. Returns `named` itself if no session begins with it. Throws CHRONICLE_NO_SESSION if several do.
 */
export function namedSession(world: World, layout: Layout, named: string): string {
  if (indexedPath(layout, named) !== null) return named;
  const project = ownProject(world, layout);
  const isMeant = (id: string) => id.startsWith(named) && projectOf(layout, id) === project;
  const indexed = namesIn(layout.byId).filter(isMeant);
  const [found = named, ...more] = indexed.length > 0 ? indexed : idsInFiles(layout, project, named);
  if (more.length === 0) return found;
  const ids = [found, ...more].slice(0, NAMED).join(', ');
  throw new ChronicleError(
    'CHRONICLE_NO_SESSION',
    `${more.length + 1} sessions of this project begin with ${named}, such as ${ids}. Use more of the id.`,
  );
}

/** The directory name of the project that a command runs for: that of its session, else that of its directory. */
export function ownProject(world: World, layout: Layout): string {
  const own = projectOf(layout, world.env.CLAUDE_CODE_SESSION_ID ?? '');
  return own ?? projectDirectoryOf(sessionCheckout(world, undefined), world.env);
}

function projectOf(layout: Layout, sessionId: string): string | null {
  const path = indexedPath(layout, sessionId);
  return path === null ? null : placeOf(path).projectDirectory;
}

/** For sessions that are missing from the index, such as imported ones. */
function idsInFiles(layout: Layout, project: string, beginning: string): string[] {
  const directory = chronicleDirectory(layout, project);
  const ids = chronicleNames(directory).map((name) => frontMatterOf(`${directory}/${name}`)?.get('session_id') ?? '');
  return [...new Set(ids.filter((id) => id.startsWith(beginning)))];
}
