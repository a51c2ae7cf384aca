/**
 * Excluded directories, where nothing is recorded: a `.no-chronicle` or an `exclude` setting covers the session's start
 * directory or one above it or, for a worktree, the main checkout or one above it.
 */
import { dirname, resolve } from 'node:path';
import { ChronicleError } from '#src/lib/chronicle-error.ts';
import type { Paths } from '#src/lib/paths.ts';
import { type Checkout, checkoutOf, expandedPath } from '#src/lib/checkout.ts';
import { type Config, type Layer, type ReadConfig, readConfig } from '#src/lib/config.ts';
import { isThere, statsOf } from '#src/lib/is-there.ts';
import { realPath } from '#src/lib/read-file.ts';
import type { Env } from '#src/lib/env.ts';

/** A file or directory of this name turns recording off in its directory and below. */
const EXCLUSION_FILE = '.no-chronicle';

/**
 * What excludes an absolute directory: the path of a `.no-chronicle` in or above it, or the matching entry of the owner's
 * `exclude` as written. Null if sessions are recorded there. Costs one `stat` per level. The directory need not exist.
 */
export function exclusionOf(directory: string, { exclude }: Pick<Config, 'exclude'>, home: string): string | null {
  const levels = levelsOf(directory);
  const entry = exclude.find((path) => covers(path, levels, home));
  if (entry !== undefined) return entry;
  return levels.map((level) => `${level === '/' ? '' : level}/${EXCLUSION_FILE}`).find(statsOf) ?? null;
}

/** Whether a path in the settings is one of these directories. */
function covers(path: string, levels: readonly string[], home: string): boolean {
  const whole = expandedPath(path, home);
  // Session directories are real paths, but the settings may contain a link.
  return levels.includes(whole) || levels.includes(realPath(whole) ?? whole);
}

/** The directory and all its parents. */
function levelsOf(directory: string): string[] {
  const levels = [resolve(directory)];
  for (let level = levels[0] ?? ''; dirname(level) !== level; levels.push(level)) level = dirname(level);
  return levels;
}

/**
 * What excludes a session of this checkout, as returned by `exclusionOf`; null if it is recorded. Throws
 * CHRONICLE_BAD_CONFIG if the `exclude` setting cannot be read.
 */
export function exclusionOfSession(
  { start, mainTop }: Checkout,
  { config, problem, isExcludeLost }: ReadConfig,
  { home }: Env,
): string | null {
  if (isExcludeLost) throw new ChronicleError('CHRONICLE_BAD_CONFIG', `${problem} Nothing was written.`);
  return exclusionOf(start, config, home) ?? (mainTop === start ? null : exclusionOf(mainTop, config, home));
}

/** Throws CHRONICLE_EXCLUDED for an excluded directory. */
export function requireRecorded(env: Env, paths: Paths, directory: string): void {
  const reason = exclusionOfSession(checkoutOf(directory), readConfig(paths), env);
  if (reason !== null) throw excluded(reason, paths);
}

function excluded(reason: string, { settings }: Paths): ChronicleError {
  const where = reason.endsWith(`/${EXCLUSION_FILE}`) ? reason : `"exclude": "${reason}" in ${settings}`;
  return new ChronicleError(
    'CHRONICLE_EXCLUDED',
    `Recording is turned off here by ${where}. This is intended; do not retry. Nothing was written.`,
  );
}

/** Which layers are on: `layers` in the settings, or for some directories an entry of `layersByPath`. */

type LayerSettings = Pick<Config, 'layers' | 'layersByPath' | 'observer'>;

/** This file turns observations off in a project, as it does for observational memory. */
const OPT_OUT = '.claude/.no-observations';

/**
 * The layers of a session in this checkout. An entry of `layersByPath` covers what `exclude` would cover: the session's start
 * directory and the main checkout, and all below the entry. The longest path counts. Without observations if the settings
 * or the project's `.claude/.no-observations` say so.
 */
export function layersOf(
  checkout: Pick<Checkout, 'start' | 'mainTop'>,
  settings: LayerSettings,
  home: string,
): readonly Layer[] {
  const layers = chosenLayers(checkout, settings, home);
  if (!layers.includes('observations')) return layers;
  const isOff = !settings.observer.enabled || isThere(`${checkout.mainTop}/${OPT_OUT}`);
  return isOff ? layers.filter((layer) => layer !== 'observations') : layers;
}

function chosenLayers(
  { start, mainTop }: Pick<Checkout, 'start' | 'mainTop'>,
  { layers, layersByPath }: LayerSettings,
  home: string,
): readonly Layer[] {
  const paths = Object.keys(layersByPath);
  if (paths.length === 0) return layers;
  const levels = [...levelsOf(start), ...levelsOf(mainTop)];
  const length = (path: string) => expandedPath(path, home).length;
  const [nearest = ''] = paths.filter((path) => covers(path, levels, home)).sort((a, b) => length(b) - length(a));
  return layersByPath[nearest] ?? layers;
}
