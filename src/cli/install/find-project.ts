import { statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { checkoutOf } from '#src/node/git/checkout.ts';
import { isSamePlace } from '#src/node/install/contract-place.ts';
import { forwardSlashes } from '#src/node/install/package-files.ts';
import { layoutIn, type World } from '#src/node/world.ts';
import { ChronicleError } from '#src/project/chronicle-error.ts';

/** How the usage of a command writes them. */
export const PROJECT_USAGE = '[--project [directory]]';

export const PROJECT_ARGS = {
  project: {
    type: 'boolean',
    description: 'For one project, not for all: that of this checkout, or of the directory behind it',
  },
  dir: {
    type: 'positional',
    required: false,
    valueHint: 'directory',
    description: 'The directory of the project, with --project',
  },
} as const;

const WITH_VALUE = '--project=';

/**
 * The checkout that is meant by `--project`, `--project DIR` or `--project=DIR`, or null for all projects. Refuses a directory
 * that is none, one without --project, the top of the file system, and the home directory, whose settings are for all. The
 * words as they were typed tell a value that a flag has no place for.
 */
export function findProject(
  world: World,
  args: { project?: boolean | undefined; _: readonly string[] },
  typed: readonly string[],
): string | null {
  const options = typed.includes('--') ? typed.slice(0, typed.indexOf('--')) : typed;
  const values = options.filter((word) => word.startsWith(WITH_VALUE)).map((word) => word.slice(WITH_VALUE.length));
  const isProject = args.project === true || values.length > 0;
  const [word, ...more] = [...values, ...args._];
  if (more.length > 0 || word === '' || (word !== undefined && !isProject)) {
    throw new ChronicleError(
      'CHRONICLE_WRONG_USE',
      'A directory is named as --project DIR, and there is one at most. Nothing was written.',
    );
  }
  if (!isProject) return null;
  const directory = resolve(world.cwd, word ?? '.');
  if (!statSync(directory, { throwIfNoEntry: false })?.isDirectory())
    throw new ChronicleError('CHRONICLE_NO_DIRECTORY', `${directory} is not a directory. Nothing was written.`);
  const { top } = checkoutOf(directory);
  if (dirname(top) === top)
    throw new ChronicleError(
      'CHRONICLE_WRONG_USE',
      `${top} is the top of the file system and no project. Nothing was written.`,
    );
  const { config } = layoutIn(world);
  if (isSamePlace(`${top}/.claude`, config)) {
    throw new ChronicleError(
      'CHRONICLE_WRONG_USE',
      `The settings in ${config} are for all projects, and those of ${top} as well: leave out --project. Nothing was written.`,
    );
  }
  return forwardSlashes(top);
}
