import type { CheckoutRules } from '#src/lib/project.ts';
import { checkoutRules } from '#src/lib/checkout-rules.ts';
import { type Config, readConfig } from '#src/lib/config.ts';
import { configRemarks } from '#src/setup/config-remarks.ts';
import { layoutIn } from '#src/lib/world.ts';
import type { Layout } from '#src/lib/paths.ts';
import type { Io } from '../terminal/io.ts';
import { say } from '../terminal/print.ts';

/** All directories with chronicles: Claude Code's own, and those in the settings. Reports settings that cannot be used. */
export function ownRoots(io: Io): string[] {
  const layout = layoutIn(io.world);
  return [layout.projects, ...archiveSettings(io, layout).roots];
}

/** Directories with chronicles besides Claude Code's own, their names, and which checkouts sessions belong to, from the settings. Reports settings that cannot be used. */
export function archiveSettings(io: Io, layout: Layout): Pick<Config, 'roots' | 'machines'> & { rules: CheckoutRules } {
  const settings = readConfig(layout);
  for (const remark of configRemarks(layout, settings, io.world.home)) say(io, remark);
  return { ...settings.config, rules: checkoutRules(settings.config, io.world.home) };
}
