import { basename, resolve } from 'node:path';
import { type Project, projectNamed } from '#src/lib/project.ts';
import { isDirectory } from '#src/lib/is-there.ts';
import { namesIn } from '#src/lib/names-in.ts';
import { checkoutOf } from '#src/lib/checkout.ts';
import { placeOfImports } from '#src/import/sources/run-import.ts';
import { ownProjects } from '#src/memory/which-project.ts';
import { layoutIn, type World } from '#src/lib/world.ts';
import { ChronicleError } from '#src/lib/chronicle-error.ts';
import { directoryName } from '#src/lib/directory-name.ts';
import type { Layout } from '#src/lib/paths.ts';
import { nearestOf } from '#src/lib/nearest.ts';

/** The project that files are brought into. */
export interface IntoProject extends Pick<Project, 'name'> {
  /** Claude Code's name for its directory. */
  directory: string;
}

/** A longer list of projects is cut. */
const MOST_LISTED = 20;

/**
 * The project that `--into` names: a known one, by its name, its path or Claude Code's directory, or a directory that exists.
 * A name goes before a directory of the same name. Refuses anything else (CHRONICLE_NO_PROJECT).
 */
export function intoProject(world: World, word: string): IntoProject {
  const layout = layoutIn(world);
  const path = resolve(world.cwd, word);
  const isPath = /[\\/]|^\.{0,2}$/.test(word);
  const projects = word === '' ? [] : ownProjects(world, layout);
  const named = isPath ? null : (projectNamed(projects, word) ?? otherNamed(world, layout, word));
  if (named !== null) return named;
  if (word !== '' && isDirectory(path)) return projectAt(checkoutOf(path).mainTop);
  // The directory of a known project may be gone.
  if (isPath && word !== '' && namesIn(layout.projects).includes(directoryName(path))) return projectAt(path);
  const slugs = projects.map(({ slug }) => slug);
  throw unknown(word, slugs);
}

/** A project without chronicles, by Claude Code's directory or by the name of the only one that transcripts tell of. */
function otherNamed(world: World, layout: Layout, word: string): IntoProject | null {
  if (directoryName(word) === word && namesIn(layout.projects).includes(word)) return { name: word, directory: word };
  const roots = placeOfImports(world).roots();
  const [root, ...others] = roots.filter((known) => basename(known).toLowerCase() === word.toLowerCase());
  return root === undefined || others.length > 0 ? null : projectAt(root);
}

function projectAt(root: string): IntoProject {
  return { name: basename(root), directory: directoryName(root) };
}

function unknown(word: string, slugs: readonly string[]): ChronicleError {
  const nearest = nearestOf(word, slugs);
  const listed = [...slugs].sort().slice(0, MOST_LISTED).join(', ');
  const projects = slugs.length === 0 ? '' : ` The projects are ${listed}.`;
  const advice = nearest ? ` Did you mean ${nearest}?` : projects;
  const fault = word === '' ? '--into is empty.' : `There is no project and no directory ${word}.`;
  return new ChronicleError(
    'CHRONICLE_NO_PROJECT',
    `${fault} --into takes the name of a known project, or a directory that exists.${advice} Nothing was changed.`,
  );
}
