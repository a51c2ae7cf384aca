import { sweepWorkDirectory } from '#src/lib/lock.ts';
import { ChronicleError } from '#src/lib/chronicle-error.ts';
import type { Layout } from '#src/lib/paths.ts';
import { workPath } from '#src/lib/paths.ts';
import type { World } from '../lib/world.ts';
import { changeForeign } from '../lib/foreign-file.ts';
import { withInstallLock } from './install-lock.ts';
import { missingAbove, removeIfEmpty, removeOwn } from './made-directories.ts';
import { sweepTemporaries } from '../lib/old-temporaries.ts';
import { type OwnPlaces, removePlaces } from './own-places.ts';
import type { PackageFiles } from './package-files.ts';
import { planUninstall, type UninstallPlan } from './plan-uninstall.ts';
import { changeRecord } from './record-file.ts';
import { removeSkill } from './skill-copy.ts';

/** What a person agreed to. */
interface Agreed {
  root: string | null;
  plan: UninstallPlan;
  /** What was recorded, if that is to be deleted too. */
  purge: OwnPlaces | null;
}

/**
 * Runs an uninstall that a person agreed to. It is planned again, because another init or uninstall may have run since.
 * Refuses before any change while one is running (CHRONICLE_BUSY), or if there is more to remove now (CHRONICLE_CHANGED).
 */
export function runUninstall(world: World, layout: Layout, source: Pick<PackageFiles, 'root'>, agreed: Agreed): void {
  const { root, plan: shown, purge } = agreed;
  const made = [...shown.made, ...missingAbove(layout.state)];
  try {
    withInstallLock(layout, () => {
      const plan = planUninstall(layout, source, root);
      requireNoMore(plan, shown);
      sweep(plan.handled, layout, world);
      applyUninstall(plan);
      if (purge && plan.faults.length === 0) removePlaces(layout, purge);
    });
  } finally {
    removeEmptied(layout, made);
  }
}

/** Deletes what a killed init or uninstall left next to the files of a plan, and our directory if it is empty. */
export function sweepAfterUninstall({ handled, layout, made }: UninstallPlan, world: World): void {
  sweep(handled, layout, world);
  removeEmptied(layout, made);
}

function sweep(handled: readonly string[], layout: Layout, world: World): void {
  sweepTemporaries([...handled, layout.install], world.now());
  sweepWorkDirectory(layout.state);
}

/** Deletes our directory, and those that init created around it, if they are empty. */
function removeEmptied({ state }: Pick<Layout, 'state'>, made: readonly string[]): void {
  for (const directory of [workPath(state), state, ...made.toReversed()]) removeIfEmpty(directory);
}

function requireNoMore({ taken, faults }: UninstallPlan, shown: UninstallPlan): void {
  const isMore = taken.some((path) => !shown.taken.includes(path)) || faults.length > shown.faults.length;
  if (!isMore) return;
  throw new ChronicleError(
    'CHRONICLE_CHANGED',
    'The installation changed since this was shown. Run this again. Nothing was changed.',
  );
}

/**
 * Carries out a plan. Hooks are removed from the settings first, their programs last. If something could not be removed, or
 * another init needs them, the copy and `install.json` stay.
 */
export function applyUninstall({ layout, changes, skills, made, copies, taken, faults }: UninstallPlan): void {
  for (const { path, edit } of changes) changeForeign(path, edit, 0o600);
  for (const skill of skills) removeSkill(skill);
  for (const directory of made.toReversed()) removeIfEmpty(directory);
  if (faults.length > 0) return;
  const isTaken = (path: string) => taken.includes(path);
  const left =
    taken.length === 0 ? [] : changeRecord(layout, (all) => all.filter((each) => !isTaken(each.settings.path)));
  if (left.length > 0) return;
  for (const path of copies) removeOwn(path, layout);
  for (const directory of [workPath(layout.state), layout.state, ...made.toReversed()]) removeIfEmpty(directory);
}
