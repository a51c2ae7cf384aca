/** Whether our directories are there, private and writable. */
import { accessSync, constants, lstatSync, statfsSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { projectsIn } from '#src/format/projects.ts';
import { isThere } from '#src/lib/is-there.ts';
import { namesIn } from '#src/lib/names-in.ts';
import type { Paths } from '#src/lib/paths.ts';
import { isWithin, realPath } from '#src/lib/read-file.ts';

/** A file or broken link in place of a directory that everything else is in; null if there is none. */
export function obstacleIn({ config, projects, state }: Paths): string | null {
  const isInTheWay = (path: string) => {
    try {
      return isThere(path) && statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true;
    } catch {
      // A file further up is in the way, or permission is missing.
      return false;
    }
  };
  return [config, projects, state].find(isInTheWay) ?? null;
}

/** What is wrong with the chronicle directories of projects and our own. */
export interface Places {
  /** Directories that other users can enter or read. */
  open: string[];
  /** Files and directories of another user. */
  foreign: string[];
  /** Directories that this user cannot write to. */
  unwritable: string[];
  /** Symbolic links to places outside Claude Code's directory. A link that stays inside was made on purpose. */
  leadingOut: string[];
}

/** Looks at them and all that is in them. The directories are what keeps files private, whatever the modes of those. */
export function lookAtPlaces(paths: Paths): Places {
  const found: Places = { open: [], foreign: [], unwritable: [], leadingOut: [] };
  const root = realPath(paths.config) ?? paths.config;
  const { cache, site, app } = paths;
  const enter = (path: string) => {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (!stats) return;
    const real = stats.isSymbolicLink() ? realPath(path) : null;
    if (real !== null && !isWithin(real, root)) found.leadingOut.push(path);
    if (stats.isSymbolicLink()) return;
    // Windows has no such modes and owners.
    if (process.platform !== 'win32' && stats.uid !== process.getuid?.()) found.foreign.push(path);
    if (!stats.isDirectory()) return;
    if (process.platform !== 'win32' && (stats.mode & 0o077) !== 0) found.open.push(path);
    if (!isWritable(path)) found.unwritable.push(path);
    // The contents of these are as private as they are.
    if (![cache, site, app].includes(path)) for (const name of namesIn(path)) enter(`${path}/${name}`);
  };
  if (!isWritable(paths.projects) && namesIn(paths.config).includes(basename(paths.projects)))
    found.unwritable.push(paths.projects);
  enter(paths.state);
  for (const { chronicle } of projectsIn(paths.projects)) enter(chronicle);
  return found;
}

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Free space for this user (bytes); null if unknown. */
export function freeSpace(path: string): number | null {
  try {
    const { bavail, bsize } = statfsSync(path);
    return bavail * bsize;
  } catch {
    return null;
  }
}
