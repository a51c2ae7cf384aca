import { statSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { checkoutOf } from '#src/lib/checkout.ts';
import { isSamePlace } from '#src/setup/contract-place.ts';
import { forwardSlashes } from '#src/setup/package-files.ts';
import { type World, layoutIn } from '#src/lib/world.ts';
import { ChronicleError } from '#src/lib/chronicle-error.ts';
import type { LayersChange } from '#src/setup/chosen-layers.ts';
import type { FileChange } from '#src/setup/file-change.ts';
import { displayedSettings } from '#src/setup/settings/displayed-settings.ts';
import type { SkillRemoval } from '#src/setup/skill-copy.ts';
import { unifiedDiff } from '#src/lib/unified-diff.ts';
import { counted } from '#src/lib/text/day.ts';
import { type Io, hasPerson } from './terminal/io.ts';
import { say } from './terminal/print.ts';

/** The arguments of `findProject` in the usage line of a command. */
export const PROJECT_USAGE = '[--project [directory]]';

export const PROJECT_ARGS = {
  project: {
    type: 'boolean',
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

/**
 * The checkout for `--project`, `--project DIR` or `--project=DIR`; null without it, for all projects. Refuses a path that is
 * not a directory, a directory without --project, the root of the file system, and the home directory, whose settings apply to
 * all projects. The typed words are needed because a boolean flag drops its value.
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
    throw new ChronicleError('CHRONICLE_WRONG_USE', 'Give one directory, as in --project DIR. Nothing was changed.');
  }
  if (!isProject) return null;
  const directory = resolve(world.cwd, word ?? '.');
  if (!statSync(directory, { throwIfNoEntry: false })?.isDirectory())
    throw new ChronicleError('CHRONICLE_NO_DIRECTORY', `${directory} is not a directory. Nothing was changed.`);
  const { top } = checkoutOf(directory);
  if (dirname(top) === top)
    throw new ChronicleError(
      'CHRONICLE_WRONG_USE',
      `${top} is the root of the file system, not a project. Nothing was changed.`,
    );
  const { config } = layoutIn(world);
  if (isSamePlace(`${top}/.claude`, config)) {
    throw new ChronicleError(
      'CHRONICLE_WRONG_USE',
      `The settings of ${top} are in ${config}, which applies to all projects. Run this without --project. Nothing was changed.`,
    );
  }
  return forwardSlashes(top);
}

const PARTS: Record<(FileChange | LayersChange)['part'], string> = {
  settings: 'Hooks in Claude Code\'s settings (values of other settings are shown as "…")',
  contract: 'What the agent is told to log',
  import: 'A line that loads AGENTS.md',
  layers: 'What the agent writes',
};

/** The change of a file of others, as a diff under its path. */
export function formatChange({ part, path, before, after }: FileChange | LayersChange): string {
  const shown = (text: string | null) => (text === null || part !== 'settings' ? text : displayedSettings(text));
  return `${PARTS[part]}: ${path}\n${unifiedDiff(basename(path), shown(before), shown(after))}`;
}

/** The removal of a skill, and what stays there. */
export function formatSkillRemoval({ path, files, kept }: SkillRemoval): string {
  const left = kept.length > 0 ? `; keep files that chronicle did not write: ${kept.join(', ')}` : '';
  return `Delete the skill in ${path} (${counted(files.length, 'file')})${left}`;
}

/**
 * Whether a person agrees to what was shown; with `word`, by typing it. If there is nobody to ask, prints which flag agrees.
 */
export async function agrees(io: Io, question: string, word?: string): Promise<boolean> {
  if (!hasPerson(io)) {
    say(io, 'Cannot ask: this is not a terminal. Run the command in a terminal, or pass --yes. Nothing was changed.');
    return false;
  }
  const isAgreed =
    word === undefined
      ? await io.ask.confirm(question, true)
      : (await io.ask.text(`${question} Type ${word} to confirm.`)) === word;
  if (!isAgreed) say(io, 'Nothing was changed.');
  return isAgreed;
}
