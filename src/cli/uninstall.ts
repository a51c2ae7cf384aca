import { defineCommand } from '#src/cli/command.ts';
import { printResult } from '#src/cli/terminal/print.ts';
import { type OwnPlace, type OwnPlaces, ownPlaces } from '#src/setup/own-places.ts';
import { type UninstallPlan, isClean, planUninstall } from '#src/setup/plan-uninstall.ts';
import { installedPlugins } from '#src/setup/plugins.ts';
import { runUninstall, sweepAfterUninstall } from '#src/setup/run-uninstall.ts';
import { packageRoot } from '#src/lib/package-root.ts';
import { layoutIn } from '#src/lib/world.ts';
import { ChronicleError } from '#src/lib/chronicle-error.ts';
import { type Layout, settingsPath } from '#src/lib/paths.ts';
import type { CommandHelp } from './command.ts';
import type { Io } from './terminal/io.ts';
import { say } from './terminal/print.ts';
import { PROJECT_ARGS, PROJECT_USAGE, agrees, findProject, formatChange, formatSkillRemoval } from './install.ts';
import { counted } from '#src/lib/text/day.ts';

export const command = defineCommand({
  meta: {
    name: 'chronicle uninstall',
    description:
      'Remove exactly what chronicle init added, for all projects. Chronicles, drafts and series stay. Shows every change first',
  },
  args: {
    ...PROJECT_ARGS,
    purge: { type: 'boolean', description: 'Also delete everything recorded, in all projects, permanently' },
    yes: { type: 'boolean', description: 'Do not ask' },
    'dry-run': { type: 'boolean', description: 'Show what would be removed, and change nothing' },
  },
  async run({ args, rawArgs, io }) {
    const { world } = io;
    const layout = layoutIn(world);
    const root = findProject(world, args, rawArgs);
    if (args.purge === true && root !== null) {
      throw new ChronicleError(
        'CHRONICLE_WRONG_USE',
        '--purge applies to all projects and cannot be used with --project. To delete single sessions, use chronicle forget. Nothing was changed.',
      );
    }
    const source = { root: packageRoot() };
    const plan = planUninstall(layout, source, root);
    const places = ownPlaces(layout);
    const isWhole = plan.faults.length === 0;
    for (const remark of [...plan.remarks, ...plan.faults]) say(io, remark);
    if (args.purge === true && !isWhole) say(io, 'Recorded data is kept until this is fixed.');
    const purges = args.purge === true && isWhole;
    const hasRest = purges && (places.state !== null || places.chronicles.length > 0);
    const isNothing = isClean(plan) && !hasRest;
    if (isNothing) printResult(io, `Nothing to remove: chronicle init has not changed ${root ?? layout.config}.`);
    else {
      const code = await askedFirst(io, plan, purges ? formatPurge(places) : '', args);
      if (code !== null) return code;
      runUninstall(world, layout, source, { root, plan, purge: purges ? places : null });
    }
    if (isNothing && args['dry-run'] !== true) sweepAfterUninstall(plan, world);
    printResult(io, ending(layout, plan, purges));
    for (const { id } of installedPlugins(layout, [settingsPath(layout, null, false)])) {
      say(io, `The plugin is still installed and keeps recording. To remove it: claude plugin uninstall ${id}`);
    }
    return isWhole ? 0 : 1;
  },
});

export const help: CommandHelp = {
  usage: PROJECT_USAGE,
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

/** Shows what would be removed and asks. Null if a person agrees, else the exit code. */
async function askedFirst(
  io: Io,
  plan: UninstallPlan,
  purge: string,
  args: { yes?: boolean | undefined; 'dry-run'?: boolean | undefined },
): Promise<number | null> {
  printResult(io, [formatUninstall(plan), purge].filter((text) => text !== '').join('\n\n'));
  if (args['dry-run'] === true) {
    say(io, 'Nothing was changed.');
    return 0;
  }
  return args.yes === true || (await agrees(io, 'Remove this?', purge === '' ? undefined : 'purge')) ? null : 2;
}

/** The last lines: what is left. */
function ending(layout: Layout, { faults }: UninstallPlan, purges: boolean): string {
  if (faults.length > 0) return `\n${formatHalf(layout, faults)}`;
  if (purges) return `\nsession-chronicle was completely removed from ${layout.config}.`;
  return `\n${formatKept(ownPlaces(layout))}`;
}

/** What `chronicle uninstall` would remove, for a person to approve. */
export function formatUninstall({ changes, skills, copies }: UninstallPlan): string {
  return [
    ...copies.map((path) => `Delete ${path}`),
    ...skills.map(formatSkillRemoval),
    ...changes.map((change) => `\n${formatChange(change)}`),
  ].join('\n');
}

/** What was recorded and stays, and where it is. */
export function formatKept({ chronicles, drafts, series, state, links }: OwnPlaces): string {
  const count = chronicles.reduce((sum, place) => sum + place.chronicles, 0);
  const places = chronicles.filter((place) => place.chronicles > 0).map(({ path }) => `  ${path}`);
  const kept = [counted(count, 'chronicle'), counted(drafts, 'draft'), counted(series, 'series', 'series')];
  if (count + drafts + series + links.length === 0 && state === null)
    return 'Nothing was recorded, so nothing is left.';
  return [
    `Kept: ${kept.join(', ')}.`,
    ...places,
    ...(state ? [`  ${state.path} (drafts, series, settings, caches)`] : []),
    ...links.map((path) => `  ${path} (a link)`),
    ...(places.length > 0 || state ? ['To delete this too: chronicle uninstall --purge'] : []),
  ].join('\n');
}

/** What to do about parts that could not be removed. */
export function formatHalf({ app, install }: Pick<Layout, 'app' | 'install'>, faults: readonly string[]): string {
  return [
    'Not everything could be removed. Still there:',
    ...faults.map((fault) => `  ${fault}`),
    `Fix the errors above, then run chronicle uninstall again. Until then ${app} and ${install} stay, because the rest needs them.`,
  ].join('\n');
}

/** What a purge would delete. */
export function formatPurge({ chronicles, state, links }: OwnPlaces): string {
  const all = [...chronicles, ...(state ? [state] : [])];
  return [
    'Delete permanently, without a backup:',
    ...all.map((place) => `  ${place.path} (${contents(place)})`),
    ...links.map((path) => `Keep, because it is a link: ${path}`),
    "Claude Code's memory and transcripts stay.",
  ].join('\n');
}

function contents({ chronicles, files, bytes }: OwnPlace): string {
  const named =
    chronicles > 0 ? `${counted(chronicles, 'chronicle')}, ${counted(files, 'file')} in all` : counted(files, 'file');
  return `${named}, ${size(bytes)}`;
}

function size(bytes: number): string {
  return bytes < 1e6 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
