import { chronicleDirectory, isChronicleName } from '#src/project/paths.ts';
import { frontMatterOf } from './front-matter-of.ts';
import { namesIn } from './names-in.ts';

/** What is named below a directory of projects. It need not be a directory, nor have a chronicle. */
export interface ProjectPlace {
  /** Claude Code's name for the project's directory. */
  directory: string;
  path: string;
  /** Where its chronicles are, if it has any. */
  chronicle: string;
}

/** All that is named in a directory laid out as `<config>/projects`, sorted; nothing where it cannot be read. */
export function projectsIn(projects: string): ProjectPlace[] {
  return namesIn(projects).map((directory) => ({
    directory,
    path: `${projects}/${directory}`,
    chronicle: chronicleDirectory({ projects }, directory),
  }));
}

/** The names of the chronicles in a directory, sorted; none where it cannot be read. */
export function chronicleNames(directory: string): string[] {
  return namesIn(directory).filter(isChronicleName);
}

/** A chronicle by the beginning of its file. What that says is untrusted. */
export interface ChronicleHead {
  path: string;
  /** Claude Code's name for the project's directory. */
  directory: string;
  frontMatter: ReadonlyMap<string, string>;
}

/** The chronicles below a directory of projects, read one by one. One without front matter is left out; `chronicle check` names it. */
export function* chroniclesIn(projects: string): Generator<ChronicleHead> {
  for (const { directory, chronicle } of projectsIn(projects)) {
    for (const name of chronicleNames(chronicle)) {
      const path = `${chronicle}/${name}`;
      const frontMatter = frontMatterOf(path);
      if (frontMatter) yield { path, directory, frontMatter };
    }
  }
}
