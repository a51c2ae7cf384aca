/** What `chronicle init` and `uninstall` share: which project, and how a change is shown. */
import { basename, dirname } from 'node:path';
import { checkoutOf } from '#src/lib/checkout.ts';
import { ChronicleError } from '#src/lib/chronicle-error.ts';
import { realPath } from '#src/lib/read-file.ts';
import { counted } from '#src/lib/text/day.ts';
import { unifiedDiff } from '#src/lib/unified-diff.ts';
import { pathsIn, type Env } from '#src/lib/env.ts';
import type { FileChange } from '#src/setup/file-change.ts';
import { forwardSlashes } from '#src/setup/package-copy.ts';
import { displayedHooks } from '#src/setup/settings-hooks.ts';

export const PROJECT_OPTION = {
  type: 'boolean',
  description: 'Only for one project: the checkout of the working directory',
} as const;

/** Wrong use of a command that would have changed something. */
export function wrongUse(sentence: string): ChronicleError {
  return new ChronicleError('CHRONICLE_WRONG_USE', `${sentence} Nothing was changed.`);
}

/**
 * The checkout for `--project`; null without it, for all projects. Refuses the root of the file system, and the home
 * directory, whose settings apply to all projects.
 */
export function findProject(env: Env, isProject: boolean | undefined): string | null {
  if (isProject !== true) return null;
  const { top } = checkoutOf(env.cwd);
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
  settings: "Hooks in Claude Code's settings, of which no other value changes",
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
