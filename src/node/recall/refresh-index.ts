import type { Layout } from '#src/project/paths.ts';
import { checkoutRules } from '../checkout-rules.ts';
import { readConfig } from '../config.ts';
import type { World } from '../world.ts';
import { openIndex } from './index-file.ts';

/** Checks all files of the archive and brings the index up to date, so that the next command finds it so. Never throws. */
export function refreshIndex(world: World, layout: Layout): void {
  const { config } = readConfig(layout);
  const roots = [layout.projects, ...config.roots];
  const rules = checkoutRules(config, world.home);
  const index = openIndex(layout, { roots, rules, now: world.now().getTime(), whole: true });
  if (typeof index !== 'string') index.close();
}
