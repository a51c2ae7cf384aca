/**
 * Whether the owner wants nothing recorded where a session runs: a `.no-chronicle` or an `exclude` at its start directory
 * or above, or, for a worktree, at the main checkout or above.
 */

import { ChronicleError } from '#src/project/chronicle-error.ts';
import type { Layout } from '#src/project/paths.ts';
import { type ReadConfig, readConfig } from '../config.ts';
import { type Checkout, checkoutOf } from '../git/checkout.ts';
import type { World } from '../world.ts';
import { EXCLUSION_FILE, exclusionOf } from './exclusion.ts';

/**
 * What excludes a session of this checkout, in the words of `exclusionOf`; null where it is recorded. Refuses
 * (CHRONICLE_BAD_CONFIG) while nobody can tell what the owner excluded.
 */
export function exclusionOfSession(
  { start, mainTop }: Checkout,
  { config, problem, isExcludeLost }: ReadConfig,
  { home }: World,
): string | null {
  if (isExcludeLost) throw new ChronicleError('CHRONICLE_BAD_CONFIG', `${problem} Nothing was written.`);
  return exclusionOf(start, config, home) ?? (mainTop === start ? null : exclusionOf(mainTop, config, home));
}

/** Refuses (CHRONICLE_EXCLUDED) a directory in which nothing is recorded. */
export function requireRecorded(world: World, layout: Layout, directory: string): void {
  const reason = exclusionOfSession(checkoutOf(directory), readConfig(layout), world);
  if (reason !== null) throw excluded(reason, layout);
}

function excluded(reason: string, { settings }: Layout): ChronicleError {
  const where = reason.endsWith(`/${EXCLUSION_FILE}`) ? reason : `"exclude": "${reason}" in ${settings}`;
  return new ChronicleError(
    'CHRONICLE_EXCLUDED',
    `Recording is turned off here, by ${where}. There is nothing to do about it. Nothing was written.`,
  );
}
