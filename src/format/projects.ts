import { chronicleDirectory, isChronicleName } from '#src/lib/paths.ts';
import { type FrontMatterValues, frontMatterOf } from './front-matter-line.ts';
import { isDirectory } from '#src/lib/is-there.ts';
import { namesIn } from '#src/lib/names-in.ts';

/** A directory in a projects directory, or a link to one. It may have no chronicles. */
export interface ProjectPlace {
  /** Claude Code's name for the project's directory. */
  directory: string;
  path: string;
  /** The directory of its chronicles, which may not exist. */
  chronicle: string;
}

/**
 * The directories in one that is laid out like `<config>/projects`, sorted; empty if it is unreadable. Files, such as those of
 * git, are no projects.
 */
export function projectsIn(projects: string): ProjectPlace[] {
  return namesIn(projects).flatMap((directory) => {
    const path = `${projects}/${directory}`;
    return isDirectory(path) ? [{ directory, path, chronicle: chronicleDirectory({ projects }, directory) }] : [];
  });
}

/** The names of the chronicles in a directory, sorted; empty if it is unreadable. */
export function chronicleNames(directory: string): string[] {
  return namesIn(directory).filter(isChronicleName);
}

/** The path and front matter of a chronicle. Untrusted. */
export interface ChronicleHead {
  path: string;
  /** Claude Code's name for the project's directory. */
  directory: string;
  frontMatter: FrontMatterValues;
}

/** Reads the front matter of all chronicles in a projects directory, one by one. Skips files without front matter, which `chronicle doctor` reports. */
export function* chroniclesIn(projects: string): Generator<ChronicleHead> {
  for (const { directory, chronicle } of projectsIn(projects)) {
    for (const name of chronicleNames(chronicle)) {
      const path = `${chronicle}/${name}`;
      const frontMatter = frontMatterOf(path);
      if (frontMatter) yield { path, directory, frontMatter };
    }
  }
}
