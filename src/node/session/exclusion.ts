/**
 * Whether the owner wants nothing recorded where a session runs: a `.no-chronicle` or an `exclude` at its start directory
 * or above, or, for a worktree, at the main checkout or above.
 */

import { dirname, resolve } from 'node:path';
import { ChronicleError } from '#src/project/chronicle-error.ts';
import type { Layout } from '#src/project/paths.ts';
import { type Config, type ReadConfig, readConfig } from '../config.ts';
import { statsOf } from '../disk/is-there.ts';
import { realPath } from '../disk/real-path.ts';
import { type Checkout, checkoutOf } from '../git/checkout.ts';
import type { World } from '../world.ts';

/** A file of this name, or a directory, turns recording off where it lies and below. */
const EXCLUSION_FILE = '.no-chronicle';

/**
 * Why nothing is recorded in an absolute directory: the path of the `.no-chronicle` in it or above it, or the entry of the
 * owner's `exclude` that holds it, as it is written; null where sessions are recorded. Reads a file's status a level,
 * nothing else. The directory need not exist.
 */
export function exclusionOf(directory: string, { exclude }: Pick<Config, 'exclude'>, home: string): string | null {
  const levels = levelsOf(directory);
  const entry = exclude.find((path) => {
    const whole = excludedPath(path, home);
    // Sessions are known by real paths, and an entry may lead through a link.
    return levels.includes(whole) || levels.includes(realPath(whole) ?? whole);
  });
  if (entry !== undefined) return entry;
  return levels.map((level) => `${level === '/' ? '' : level}/${EXCLUSION_FILE}`).find(statsOf) ?? null;
}

/** The directory and all above it. */
function levelsOf(directory: string): string[] {
  const levels = [resolve(directory)];
  for (let level = levels[0] ?? ''; dirname(level) !== level; levels.push(level)) level = dirname(level);
  return levels;
}

/** The absolute path that an entry of `exclude` stands for, without a slash at its end. */
export function excludedPath(path: string, home: string): string {
  const whole = path === '~' || /^~[\\/]/.test(path) ? `${home}${path.slice(1)}` : path;
  return whole.length > 1 ? whole.replace(/[\\/]+$/, '') || '/' : whole;
}

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
