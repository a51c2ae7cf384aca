import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { ChronicleError } from '../../node/chronicle-error.ts';
import { checkoutOf } from '../../node/git/checkout.ts';
import type { World } from '../../node/world.ts';

export const PROJECT_ARGS = {
  project: {
    type: 'boolean',
    description: 'For one project, not for all: that of this checkout, or of the directory DIR behind it',
  },
  dir: { type: 'positional', required: false, description: 'The directory of the project, with --project' },
} as const;

/** The checkout that is meant, or null for all projects. Refuses a directory that is none, and one without --project. */
export function projectMeant(
  world: World,
  args: { project?: boolean | undefined; _: readonly string[] },
): string | null {
  const [word, ...more] = args._;
  if (more.length > 0 || (word !== undefined && args.project !== true)) {
    throw new ChronicleError(
      'CHRONICLE_WRONG_USE',
      `A directory is named as --project DIR, and there is one at most. Nothing was written.`,
    );
  }
  if (args.project !== true) return null;
  const directory = resolve(world.cwd, word ?? '.');
  if (!statSync(directory, { throwIfNoEntry: false })?.isDirectory())
    throw new ChronicleError('CHRONICLE_NO_DIRECTORY', `${directory} is not a directory. Nothing was written.`);
  return checkoutOf(directory).top.replaceAll('\\', '/');
}
