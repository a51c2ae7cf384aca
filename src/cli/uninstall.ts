import { packageRoot } from '#src/lib/package-root.ts';
import type { Paths } from '#src/lib/paths.ts';
import { counted } from '#src/lib/text/day.ts';
import { pathsIn } from '#src/lib/env.ts';
import { readClaudeSettings } from '#src/setup/claude-settings.ts';
import { installedPlugins } from '#src/setup/installations.ts';
import {
  isClean,
  type OwnPlaces,
  ownPlaces,
  planUninstall,
  runUninstall,
  cleanUpAfterUninstall,
  type UninstallPlan,
} from '#src/setup/uninstall.ts';
import { type CommandHelp, defineCommand } from './command.ts';
import { findProject, formatChanges, PROJECT_OPTION, wrongUse } from './install.ts';
import { agrees } from './terminal/ask.ts';
import { printResult, say } from './terminal/print.ts';

export const command = defineCommand({
  meta: {
    name: 'chronicle uninstall',
    description:
      'Remove exactly what chronicle init added, for all projects. Chronicles and drafts stay. Shows every change first',
  },
  args: {
    project: PROJECT_OPTION,
    purge: { type: 'boolean', description: 'Also delete everything recorded, in all projects, permanently' },
    yes: { type: 'boolean', description: 'Do not ask' },
    'dry-run': { type: 'boolean', description: 'Show what would be removed, and change nothing' },
  },
  async run({ args, io }) {
    const { env } = io;
    const paths = pathsIn(env);
    const root = findProject(env, args.project);
    if (args.purge === true && root !== null)
      throw wrongUse(
        '--purge applies to all projects and cannot be used with --project. To delete single sessions, use chronicle forget.',
      );
    const isDry = args['dry-run'] === true;
    const plan = planUninstall(paths, packageRoot(), root);
    const places = ownPlaces(paths);
    const isWhole = plan.faults.length === 0;
    for (const remark of [...plan.remarks, ...plan.faults]) say(io, remark);
    if (args.purge === true && !isWhole) say(io, 'Recorded data is kept until this is fixed.');
    const purges = args.purge === true && isWhole;
    const isNothing = isClean(plan) && !(purges && (places.state !== null || places.chronicles.length > 0));
    if (isNothing) {
      printResult(io, `Nothing to remove: chronicle init has not changed ${root ?? paths.config}.`);
      if (!isDry) cleanUpAfterUninstall(plan);
    } else {
      printResult(io, [...formatUninstall(plan), ...(purges ? formatPurge(paths, places) : [])].join('\n'));
      if (isDry || (args.yes !== true && !(await agrees(io, 'Remove this?', true, purges ? 'purge' : '')))) {
        say(io, 'Nothing was changed.');
        return isDry ? 0 : 2;
      }
      runUninstall(packageRoot(), { root, plan, purge: purges ? places : null });
    }
    printResult(io, `\n${ending(paths, plan, purges)}`);
    for (const { id } of installedPlugins(paths, readClaudeSettings(paths, null, env.home).files))
      say(io, `The plugin is still installed and keeps recording. To remove it: claude plugin uninstall ${id}`);
    return isWhole ? 0 : 1;
  },
});

export const help: CommandHelp = {
  examples: [
    ['chronicle uninstall', 'asks before it removes anything'],
    ['chronicle uninstall --dry-run', 'shows what it would remove'],
    ['chronicle uninstall --project', 'only from the current checkout'],
    ['chronicle uninstall --purge', 'also deletes your chronicles, after showing how many there are'],
  ],
  exits: {
    1: 'something could not be removed; the output says what and why',
    2: 'wrong usage, or nobody confirmed; nothing was changed',
  },
};

/** What would be removed, for a person to approve. */
function formatUninstall({ changes, copies }: UninstallPlan): string[] {
  return [...copies.map((path) => `Delete ${path}`), ...formatChanges(changes)];
}

/** What a purge would delete. */
function formatPurge(paths: Paths, { chronicles, state, links }: OwnPlaces): string[] {
  return [
    '\nDelete permanently, without a backup:',
    ...placesOf(paths, chronicles),
    ...(state === null ? [] : [`  ${state} (drafts, settings, caches)`]),
    ...links.map((path) => `Keep, because it is a link: ${path}`),
    "Claude Code's memory and transcripts stay.",
  ];
}

/** Where the chronicles are, as one line. */
function placesOf({ projects }: Paths, chronicles: OwnPlaces['chronicles']): string[] {
  const total = chronicles.reduce((sum, { count }) => sum + count, 0);
  if (chronicles.length === 0) return [];
  return [`  ${projects}/*/chronicle (${counted(total, 'chronicle')} of ${counted(chronicles.length, 'project')})`];
}

/** What is left: nothing, what could not be removed, or what was recorded. */
function ending(paths: Paths, { faults }: UninstallPlan, purges: boolean): string {
  if (faults.length > 0)
    return [
      'Not everything could be removed. Still there:',
      ...faults.map((fault) => `  ${fault}`),
      `Fix the errors above, then run chronicle uninstall again. Until then ${paths.app} and ${paths.install} stay, because the rest needs them.`,
    ].join('\n');
  if (purges) return `session-chronicle was completely removed from ${paths.config}.`;
  const { chronicles, drafts, state, links } = ownPlaces(paths);
  const total = chronicles.reduce((sum, { count }) => sum + count, 0);
  if (total + drafts + links.length === 0 && state === null) return 'Nothing was recorded, so nothing is left.';
  return [
    `Kept: ${counted(total, 'chronicle')}, ${counted(drafts, 'draft')}.`,
    ...placesOf(paths, chronicles),
    ...(state === null ? [] : [`  ${state} (drafts, settings, caches)`]),
    ...links.map((path) => `  ${path} (a link)`),
    'To delete this too: chronicle uninstall --purge',
  ].join('\n');
}
