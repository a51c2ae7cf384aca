/** What `chronicle init` and `uninstall` share: which project, and how a change is shown. */
import { statSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { checkoutOf } from '#src/lib/checkout.ts';
import { ChronicleError } from '#src/lib/chronicle-error.ts';
import { realPath } from '#src/lib/read-file.ts';
import { counted } from '#src/lib/text/day.ts';
import { unifiedDiff } from '#src/lib/unified-diff.ts';
import { pathsIn, type Env } from '#src/lib/env.ts';
import type { FileChange } from '#src/setup/file-change.ts';
import { forwardSlashes } from '#src/setup/package-copy.ts';
import { displayedHooks } from '#src/setup/settings-hooks.ts';

/** The arguments of `findProject` in the usage line of a command. */
export const PROJECT_USAGE = '[--project [directory]]';

export const PROJECT_ARGS = {
  project: {
    type: 'boolean',
    valueHint: 'directory',
    description: 'Only for one project: this checkout, or the directory after it',
  },
  dir: {
    type: 'positional',
    required: false,
    valueHint: 'directory',
    description: 'The directory of the project, after --project',
  },
} as const;

const WITH_VALUE = '--project=';

/** Wrong use of a command that would have changed something. */
export function wrongUse(sentence: string): ChronicleError {
  return new ChronicleError('CHRONICLE_WRONG_USE', `${sentence} Nothing was changed.`);
}

/**
 * The checkout for `--project`, `--project DIR` or `--project=DIR`; null without it, for all projects. Refuses a path that is
 * not a directory, a directory without --project, the root of the file system, and the home directory, whose settings apply to
 * all projects. The typed words are needed because a boolean flag drops its value.
 */
export function findProject(
  env: Env,
  args: { project?: boolean | undefined; _: readonly string[] },
  typed: readonly string[],
): string | null {
  const options = typed.includes('--') ? typed.slice(0, typed.indexOf('--')) : typed;
  const values = options.filter((word) => word.startsWith(WITH_VALUE)).map((word) => word.slice(WITH_VALUE.length));
  const isProject = args.project === true || values.length > 0;
  const [word, ...more] = [...values, ...args._];
  if (more.length > 0 || word === '' || (word !== undefined && !isProject))
    throw wrongUse('Give one directory, as in --project DIR.');
  if (!isProject) return null;
  const directory = resolve(env.cwd, word ?? '.');
  if (!statSync(directory, { throwIfNoEntry: false })?.isDirectory())
    throw new ChronicleError('CHRONICLE_NO_DIRECTORY', `${directory} is not a directory. Nothing was changed.`);
  const { top } = checkoutOf(directory);
  if (dirname(top) === top) throw wrongUse(`${top} is the root of the file system, not a project.`);
  const { config } = pathsIn(env);
  const own = `${top}/.claude`;
  if ((realPath(own) ?? own) === (realPath(config) ?? config))
    throw wrongUse(
      `The settings of ${top} are in ${config}, which applies to all projects. Run this without --project.`,
    );
  return forwardSlashes(top);
}

const PARTS: Record<Exclude<FileChange['part'], 'skill'>, string> = {
  settings: "Hooks in Claude Code's settings, of which nothing else changes",
  contract: 'What the agent is told to log',
  layers: 'What the agent writes',
};

/** The changes of files of others for a person to approve: a line for each skill, then a diff for each other file. */
export function formatChanges(changes: readonly FileChange[]): string[] {
  const skills = Map.groupBy(
    changes.filter(({ part }) => part === 'skill'),
    ({ path, after }) =>
      `${after === null ? 'Delete from' : 'Write to'} ${/^.*\/skills\/[^/]+/.exec(path)?.[0] ?? path}`,
  );
  return [
    ...[...skills].map(([what, files]) => `${what}: ${counted(files.length, 'file')} of a skill`),
    ...changes.flatMap(({ part, path, before, after }) => {
      if (part === 'skill') return [];
      const shown = (text: string | null) => (text === null || part !== 'settings' ? text : displayedHooks(text));
      return [`\n${PARTS[part]}: ${path}\n${unifiedDiff(basename(path), shown(before), shown(after))}`];
    }),
  ];
}
