import { realpathSync } from 'node:fs';
import { basename, dirname, resolve, sep } from 'node:path';
import { isErrno } from '#src/project/chronicle-error.ts';
import type { Layout } from '#src/project/paths.ts';

/**
 * Whether a path is, or would become, a file below the `memory` directory of a project of Claude Code.
 * Links are followed. A path that cannot be looked at counts as one.
 */
export function isMemoryFile(layout: Layout, path: string, cwd: string): boolean {
  const named = resolve(cwd, path);
  const places: [projects: string, path: string][] = [[layout.projects, named]];
  try {
    places.push([realpathSync.native(layout.projects), realPathOf(named)]);
  } catch (error) {
    if (!isErrno(error, 'ENOENT')) return true;
  }
  return places.some(([projects, file]) => isInMemory(resolve(projects), file));
}

/** Also on file systems that do not tell case apart. */
function isInMemory(projects: string, file: string): boolean {
  const below = `${projects}${sep}`;
  if (!file.toLowerCase().startsWith(below.toLowerCase())) return false;
  const [project, directory, ...rest] = file.slice(below.length).split(sep);
  return project !== '' && directory?.toLowerCase() === 'memory' && rest.length > 0;
}

/** The real path of a file that need not exist. */
function realPathOf(path: string): string {
  try {
    return realpathSync.native(path);
  } catch (error) {
    if (!isErrno(error, 'ENOENT') || dirname(path) === path) throw error;
    return resolve(realPathOf(dirname(path)), basename(path));
  }
}
