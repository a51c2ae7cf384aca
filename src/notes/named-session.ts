import type { CheckoutRules } from '#src/lib/project.ts';
import { frontMatterOf } from '#src/format/front-matter-of.ts';
import { namesIn } from '#src/lib/names-in.ts';
import { chronicleNames } from '#src/format/projects.ts';
import { indexedPath } from '#src/record/index-entry.ts';
import { type CheckoutProject, projectHere, projectOfChronicle, rulesIn } from '#src/record/where.ts';
import type { World } from '#src/lib/world.ts';
import { ChronicleError } from '#src/lib/chronicle-error.ts';
import { chronicleDirectory, type Layout } from '#src/lib/paths.ts';

/** So many ids are named in an error. */
const NAMED = 3;

/**
 * The id of the session that `named` means: a whole id, or the beginning of one in the project of the session that this
 * runs in. Returns `named` itself if no session begins with it. Throws CHRONICLE_NO_SESSION if several do.
 */
export function namedSession(world: World, layout: Layout, named: string): string {
  if (indexedPath(layout, named) !== null) return named;
  const project = ownProject(world, layout);
  const isMeant = (id: string) => id.startsWith(named) && projectOf(layout, id, project.rules)?.root === project.root;
  const indexed = namesIn(layout.byId).filter(isMeant);
  const [found = named, ...more] = indexed.length > 0 ? indexed : idsInFiles(layout, project, named);
  if (more.length === 0) return found;
  const ids = [found, ...more].slice(0, NAMED).join(', ');
  throw new ChronicleError(
    'CHRONICLE_NO_SESSION',
    `${more.length + 1} sessions of this project begin with ${named}, such as ${ids}. Use more of the id.`,
  );
}

/** The project that a command runs for: that of its session, else that of its directory. */
export function ownProject(world: World, layout: Layout): CheckoutProject {
  const rules = rulesIn(world);
  return projectOf(layout, world.env.CLAUDE_CODE_SESSION_ID ?? '', rules) ?? projectHere(world, rules);
}

function projectOf(layout: Layout, sessionId: string, rules: CheckoutRules): CheckoutProject | null {
  const path = indexedPath(layout, sessionId);
  return path === null ? null : projectOfChronicle(path, rules);
}

/** For sessions that are missing from the index, such as imported ones. */
function idsInFiles(layout: Layout, { root, directories, rules }: CheckoutProject, beginning: string): string[] {
  const ids = directories.flatMap((name) => {
    const directory = chronicleDirectory(layout, name);
    return chronicleNames(directory).flatMap((file) => {
      const frontMatter = frontMatterOf(`${directory}/${file}`);
      const id = frontMatter?.get('session_id') ?? '';
      if (!id.startsWith(beginning)) return [];
      return projectOfChronicle(`${directory}/${file}`, rules, frontMatter).root === root ? [id] : [];
    });
  });
  return [...new Set(ids)];
}
