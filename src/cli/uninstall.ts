import { defineCommand } from 'citty';
import { ChronicleError } from '../node/chronicle-error.ts';
import { applyUninstall } from '../node/install/apply-uninstall.ts';
import { sweepTemporaries } from '../node/install/old-temporaries.ts';
import { ownPlaces, removePlaces } from '../node/install/own-places.ts';
import { isClean, planUninstall, type UninstallPlan } from '../node/install/plan-uninstall.ts';
import { installedPlugins } from '../node/install/plugins.ts';
import { packageRoot } from '../node/package-root.ts';
import { layoutIn, realWorld } from '../node/world.ts';
import type { CommandHelp } from './command-help.ts';
import { agrees } from './install/agreement.ts';
import { formatKept, formatPurge, formatUninstall } from './install/format-uninstall.ts';
import { PROJECT_ARGS, projectMeant } from './install/project-meant.ts';
import { say } from './output.ts';
import { printResult } from './result.ts';

export const command = defineCommand({
  meta: {
    name: 'chronicle uninstall',
    description:
      'Take out exactly what chronicle init put in, for all projects. Chronicles, drafts and series stay. Shows every change first',
  },
  args: {
    ...PROJECT_ARGS,
    purge: { type: 'boolean', description: 'Remove what was recorded as well, in all projects, for good' },
    yes: { type: 'boolean', description: 'Do not ask' },
    'dry-run': { type: 'boolean', description: 'Show what would be removed and write nothing' },
  },
  async run({ args, rawArgs }) {
    const world = realWorld();
    const layout = layoutIn(world);
    const root = projectMeant(world, args, rawArgs);
    if (args.purge === true && root !== null) {
      throw new ChronicleError(
        'CHRONICLE_WRONG_USE',
        '--purge is for all projects: leave out --project. chronicle forget removes single sessions. Nothing was written.',
      );
    }
    const plan = planUninstall(layout, { root: packageRoot() }, root);
    const places = ownPlaces(layout);
    for (const remark of [...plan.remarks, ...plan.faults]) say(remark);
    const isWhole = plan.faults.length === 0;
    if (args.purge === true && !isWhole) say('Until that is mended, what was recorded stays, too.');
    const purges = args.purge === true && isWhole;
    const hasRest = purges && (places.state !== null || places.chronicles.length > 0);
    if (isClean(plan) && !hasRest) printResult(`There is nothing of chronicle init in ${root ?? layout.config}.`);
    else if (!(await carryOut(plan, purges ? formatPurge(places) : '', args))) return args['dry-run'] === true ? 0 : 2;
    if (args['dry-run'] !== true) sweepTemporaries(plan.handled, world.now());
    if (purges) {
      removePlaces(layout, places);
      printResult(`\nAll of session-chronicle is gone from ${layout.config}.`);
    } else printResult(`\n${formatKept(ownPlaces(layout))}`);
    for (const { id } of installedPlugins(layout, [`${layout.config}/settings.json`])) {
      say(`The plugin is still there and records: claude plugin uninstall ${id}`);
    }
    return isWhole ? 0 : 1;
  },
});

export const help: CommandHelp = {
  examples: [
    ['chronicle uninstall', 'asks before it takes anything out'],
    ['chronicle uninstall --dry-run', 'shows what it would take out'],
    ['chronicle uninstall --project', 'only from the checkout you are in'],
    ['chronicle uninstall --purge', 'removes your chronicles too, after showing how many there are'],
  ],
  exits: {
    1: 'something could not be taken out; it says what and why',
    2: 'wrong use, or nobody agreed; nothing was written',
  },
};

/** Shows what goes, asks and takes it out; false if that was not to be. */
async function carryOut(
  plan: UninstallPlan,
  purge: string,
  args: { yes?: boolean | undefined; 'dry-run'?: boolean | undefined },
): Promise<boolean> {
  printResult([formatUninstall(plan), purge].filter((text) => text !== '').join('\n\n'));
  if (args['dry-run'] === true) {
    say('Nothing was written.');
    return false;
  }
  const isAgreed = args.yes === true || (await agrees('Do this?', purge === '' ? undefined : 'purge'));
  if (isAgreed) applyUninstall(plan);
  return isAgreed;
}
