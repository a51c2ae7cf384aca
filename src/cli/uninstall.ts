import { packageRoot } from '#src/lib/package-root.ts';
import { type Paths, settingsPath } from '#src/lib/paths.ts';
import { counted } from '#src/lib/text/day.ts';
import { shellWord } from '#src/lib/words.ts';
import { pathsIn } from '#src/lib/env.ts';
import { installedPlugins } from '#src/setup/installations.ts';
import {
  isClean,
  planUninstall,
  recordedIn,
  runUninstall,
  cleanUpAfterUninstall,
  type UninstallPlan,
} from '#src/setup/uninstall.ts';
import { type CommandHelp, defineCommand } from './command.ts';
import { findProject, formatChanges, PROJECT_OPTION } from './install.ts';
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
    yes: { type: 'boolean', description: 'Do not ask' },
    'dry-run': { type: 'boolean', description: 'Show what would be removed, and change nothing' },
  },
  async run({ args, io }) {
    const { env } = io;
    const paths = pathsIn(env);
    const root = findProject(env, args.project);
    const isDry = args['dry-run'] === true;
    const plan = planUninstall(paths, packageRoot(), root);
    for (const remark of [...plan.remarks, ...plan.faults]) say(io, remark);
    if (isClean(plan)) {
      printResult(io, `Nothing to remove: chronicle init has not changed ${root ?? paths.config}.`);
      if (!isDry) cleanUpAfterUninstall(plan, env);
    } else {
      printResult(io, [...plan.copies.map((path) => `Delete ${path}`), ...formatChanges(plan.changes)].join('\n'));
      if (isDry || (args.yes !== true && !(await agrees(io, 'Remove this?', true)))) {
        say(io, 'Nothing was changed.');
        return isDry ? 0 : 2;
      }
      runUninstall(env, packageRoot(), root, plan);
    }
    printResult(io, `\n${ending(paths, plan)}`);
    for (const { id } of installedPlugins(paths, [settingsPath(paths, null, false)]))
      say(io, `The plugin is still installed and keeps recording. To remove it: claude plugin uninstall ${id}`);
    return plan.faults.length === 0 ? 0 : 1;
  },
});

export const help: CommandHelp = {
  examples: [
    ['chronicle uninstall', 'asks before it removes anything'],
    ['chronicle uninstall --dry-run', 'shows what it would remove'],
    ['chronicle uninstall --project', 'only from the current checkout'],
  ],
  exits: {
    1: 'something could not be removed; the output says what and why',
    2: 'wrong usage, or nobody confirmed; nothing was changed',
  },
};

/** What is left: nothing, what could not be removed, or what was recorded. */
function ending(paths: Paths, { faults }: UninstallPlan): string {
  if (faults.length > 0)
    return [
      'Not everything could be removed. Still there:',
      ...faults.map((fault) => `  ${fault}`),
      `Fix the errors above, then run chronicle uninstall again. Until then ${paths.app} and ${paths.install} stay, because the rest needs them.`,
    ].join('\n');
  const { projects, chronicles, drafts, hasState } = recordedIn(paths);
  if (chronicles + drafts === 0 && !hasState) return 'Nothing was recorded, so nothing is left.';
  return [
    `Kept: ${counted(chronicles, 'chronicle')} of ${counted(projects, 'project')}, ${counted(drafts, 'draft')}.`,
    `To delete this too, with settings and caches: rm -r ${shellWord(paths.projects)}/*/chronicle ${shellWord(paths.state)}`,
  ].join('\n');
}
