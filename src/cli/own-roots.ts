/** Where the owner's chronicles are. */
import { checkoutRules } from '#src/lib/checkout.ts';
import { type Config, readConfig } from '#src/lib/config.ts';
import { isDirectory } from '#src/lib/is-there.ts';
import type { Paths } from '#src/lib/paths.ts';
import type { CheckoutRules } from '#src/lib/project.ts';
import { pathsIn } from '#src/lib/env.ts';
import { configRemarks } from '#src/setup/config-remarks.ts';
import type { Io } from './terminal/io.ts';
import { say } from './terminal/print.ts';

/** All directories with chronicles: Claude Code's own, and those in the settings. Reports settings that cannot be used. */
export function ownRoots(io: Io): string[] {
  const paths = pathsIn(io.env);
  return [paths.projects, ...archiveSettings(io, paths).roots];
}

/**
 * Directories with chronicles besides Claude Code's own, their names, and which checkouts sessions belong to, from the
 * settings. Reports settings that cannot be used.
 */
export function archiveSettings(io: Io, paths: Paths): Pick<Config, 'roots' | 'machines'> & { rules: CheckoutRules } {
  const settings = readConfig(paths);
  for (const remark of configRemarks(paths, settings, io.env.home)) say(io, remark);
  return { ...settings.config, rules: checkoutRules(settings.config, io.env.home) };
}

/** Says that the archive is empty, and what to do. */
export function sayEmpty(io: Io, paths: Pick<Paths, 'app'>, roots: readonly string[]): void {
  const first = isDirectory(paths.app)
    ? 'The first one appears when Claude Code starts.'
    : 'The first one appears when Claude Code starts with the hooks installed. To install them, run `chronicle init`.';
  say(io, `No chronicles yet in ${roots.join(', ')}. ${first} To see a sample, run \`chronicle dev --sample\`.`);
}
