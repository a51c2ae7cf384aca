/**
 * The committed file with a project's observations. Only projects that the owner lists have one:
 *
 *     "observationsFile": ["~/code/larder"]     keeps ~/code/larder/.claude/observations.md
 */
import { dirname } from 'node:path';
import { directoryName } from '#src/project/directory-name.ts';
import { expandedPath } from '../checkout-rules.ts';
import type { Config } from '../config.ts';
import { namesIn } from '../disk/names-in.ts';
import { readBeginning } from '../disk/read-file.ts';
import { realPath } from '../disk/real-path.ts';
import type { Checkout } from '../git/checkout.ts';

/** Below the checkout. */
export const OBSERVATIONS_FILE = '.claude/observations.md';

type Settings = Pick<Config, 'observationsFile'>;

/** Whether the owner asked for the file in this checkout or in the main checkout of the same repository. */
export function keepsObservations(
  { top, mainTop }: Pick<Checkout, 'top' | 'mainTop'>,
  settings: Settings,
  home: string,
) {
  return directoriesOf(settings, home).some((directory) => directory === top || directory === mainTop);
}

/** A file with observations, which may not exist, and the project whose book it shows. */
export interface ObservationsFile {
  path: string;
  projectDirectory: string;
}

/** The files of all projects in the settings, also those in worktrees. */
export function observationsFiles(settings: Settings, home: string): ObservationsFile[] {
  return directoriesOf(settings, home).flatMap((directory) =>
    [directory, ...worktreesOf(directory)].map((top) => ({
      path: `${top}/${OBSERVATIONS_FILE}`,
      projectDirectory: directoryName(directory),
    })),
  );
}

function directoriesOf({ observationsFile }: Settings, home: string): string[] {
  return observationsFile.map((path) => {
    const whole = expandedPath(path, home);
    return realPath(whole) ?? whole;
  });
}

const LARGEST_POINTER = 4096;

/** The worktrees that a repository knows. */
function worktreesOf(directory: string): string[] {
  const known = `${directory}/.git/worktrees`;
  return namesIn(known).flatMap((name) => {
    const path = readBeginning(`${known}/${name}/gitdir`, LARGEST_POINTER)?.trim();
    return path?.startsWith('/') ? [dirname(path)] : [];
  });
}
