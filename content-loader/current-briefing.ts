/** What the page of a briefing needs besides the archive: the owner's limit, the day, and the plans in the checkouts. */
import { DEFAULTS, readConfig } from '#src/lib/config.ts';
import { checkoutOf } from '#src/lib/checkout.ts';
import { activePlan, activePlanLine, shortPath } from '#src/notes/find-plans.ts';
import { layoutIn, realWorld } from '#src/lib/world.ts';
import type { Plan } from '#src/notes/plan.ts';
import { currentSnapshot } from './current-archive.ts';

/** The most tokens of a briefing. The sample has the usual limit, whatever its reader's settings say. */
export function briefingLimit(): number {
  if (currentSnapshot().origin === 'sample') return DEFAULTS.briefing.tokens;
  return readConfig(layoutIn(realWorld())).config.briefing.tokens;
}

/** The active plan of a branch in the checkout at `root`, with its path from there; null without one, and in the sample. */
export function currentPlan(root: string | null, branch: string): { plan: Plan; path: string } | null {
  if (root === null || currentSnapshot().origin === 'sample') return null;
  const world = realWorld();
  const checkout = checkoutOf(root);
  const found = activePlan(checkout, branch, layoutIn(world), world.now());
  return found && { plan: found.plan, path: shortPath(found.path, checkout) };
}

/** The active plan of a branch in the checkout at `root`, in one line; null without one, and in the sample. */
export function currentPlanLine(root: string | null, branch: string): string | null {
  if (root === null || currentSnapshot().origin === 'sample') return null;
  const world = realWorld();
  return activePlanLine(checkoutOf(root), branch, layoutIn(world), world.now());
}
