import { checkoutRules } from '#src/lib/checkout-rules.ts';
import { readConfig } from '#src/lib/config.ts';
import type { World } from '#src/lib/world.ts';
import type { Layout } from '#src/lib/paths.ts';
import { openIndex } from './open-index.ts';

/** Brings the index up to date, so that the next command finds it so. A Node that is too old for it leaves it alone. */
export function refreshIndex(world: World, layout: Layout): void {
  const { config } = readConfig(layout);
  const roots = [layout.projects, ...config.roots];
  const rules = checkoutRules(config, world.home);
  try {
    openIndex(layout, { roots, rules, now: world.now().getTime(), whole: true, needsFile: true }).close();
  } catch {
    // Nobody reads what this process says; the next command says it.
  }
}
