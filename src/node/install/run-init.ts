import type { World } from '../world.ts';
import { applyInit } from './apply-init.ts';
import { withInstallLock } from './install-lock.ts';
import { sweepTemporaries, sweepWorkDirectory } from './old-temporaries.ts';
import type { PackageFiles } from './package-files.ts';
import { handledBy, type InitPlan, type InitWish, planInit } from './plan-init.ts';

/**
 * Does what a person agreed to, planned anew over what another init or uninstall has left since, and returns that plan.
 * Refuses (CHRONICLE_BUSY) while one is at work.
 */
export function runInit(world: World, source: PackageFiles, wish: InitWish, shown: InitPlan): InitPlan {
  return withInstallLock(shown.layout, () => {
    const plan = planInit(world, source, wish);
    // The lock itself has made some that were not there.
    plan.entry.made = [...new Set([...shown.entry.made, ...plan.entry.made])];
    sweepAfterInit(plan, world);
    applyInit(plan);
    return plan;
  });
}

/** Removes what a killed init or uninstall left beside the files of a plan. */
export function sweepAfterInit(plan: InitPlan, world: World): void {
  sweepTemporaries(handledBy(plan), world.now());
  sweepWorkDirectory(plan.layout.state);
}
