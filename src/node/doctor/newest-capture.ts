import { lstatSync } from 'node:fs';
import { chronicleDirectory, type Layout } from '#src/project/paths.ts';
import { frontMatterOf } from '../session/front-matter-of.ts';
import { namesIn } from './names-in.ts';

/** So many files are looked at before older ones are, as a resumed session's file is not the last by name. */
const LOOKED_AT = 10;

/** A file that hooks wrote. */
export interface Capture {
  path: string;
  /** Claude Code's name for the project's directory. */
  directory: string;
  /** When the file was last written (ms). */
  at: number;
  frontMatter: ReadonlyMap<string, string>;
}

/**
 * The chronicle of a project that hooks or the agent wrote last; null if there is none. Looks at the newest by name and
 * reads the beginning of one, unless that one was filled in later by `chronicle backfill` or an import.
 */
export function newestCapture(layout: Layout, directory: string): Capture | null {
  const folder = chronicleDirectory(layout, directory);
  const names = chronicleNames(folder).reverse();
  for (let from = 0; from < names.length; from += LOOKED_AT) {
    const group = names.slice(from, from + LOOKED_AT).flatMap((name) => writtenFile(`${folder}/${name}`));
    for (const { path, at } of group.sort((a, b) => b.at - a.at)) {
      const frontMatter = frontMatterOf(path);
      if (frontMatter && !isFilledIn(frontMatter)) return { path, directory, at, frontMatter };
    }
  }
  return null;
}

/** The names of the chronicles in a project's folder, sorted. */
export function chronicleNames(folder: string): string[] {
  return namesIn(folder).filter((name) => name.endsWith('.md') && !name.startsWith('.'));
}

function writtenFile(path: string): { path: string; at: number }[] {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  return stats?.isFile() ? [{ path, at: stats.mtimeMs }] : [];
}

/** Whether a chronicle was made from something else, long after its session. */
export function isFilledIn(frontMatter: ReadonlyMap<string, string>): boolean {
  return frontMatter.get('source') === 'backfill' || frontMatter.get('source') === 'import';
}
