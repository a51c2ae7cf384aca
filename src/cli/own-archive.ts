import { readConfig } from '../node/config.ts';
import { configRemarks } from '../node/config-remarks.ts';
import { realWorld } from '../node/world.ts';
import type { Layout } from '../project/paths.ts';
import { say } from './output.ts';

/** The directories beside Claude Code's that hold chronicles; says what the settings have that is of no use. */
export function furtherRoots(layout: Layout): string[] {
  const settings = readConfig(layout);
  for (const remark of configRemarks(layout, settings, realWorld().home)) say(remark);
  return settings.config.roots;
}
