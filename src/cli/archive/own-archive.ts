import { readConfig } from '#src/node/config.ts';
import { configRemarks } from '#src/node/doctor/config-facts.ts';
import { realWorld } from '#src/node/world.ts';
import type { Layout } from '#src/project/paths.ts';
import { say } from '../output.ts';

/** The directories beside Claude Code's that hold chronicles; says what the settings have that is of no use. */
export function furtherRoots(layout: Layout): string[] {
  const settings = readConfig(layout);
  for (const remark of configRemarks(layout, settings, realWorld().home)) say(remark);
  return settings.config.roots;
}
