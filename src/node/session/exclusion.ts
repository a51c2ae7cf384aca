import { lstatSync, realpathSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Config } from '../config.ts';

/** A file of this name, or a directory, turns recording off where it lies and below. */
export const EXCLUSION_FILE = '.no-chronicle';

/**
 * Why nothing is recorded in an absolute directory: the path of the `.no-chronicle` in it or above it, or the entry of the
 * owner's `exclude` that holds it, as it is written; null where sessions are recorded. Reads a file's status a level,
 * nothing else. The directory need not exist.
 */
export function exclusionOf(directory: string, { exclude }: Pick<Config, 'exclude'>, home: string): string | null {
  const levels = levelsOf(directory);
  const entry = exclude.find((path) => {
    const whole = excludedPath(path, home);
    return levels.includes(whole) || levels.includes(realPath(whole));
  });
  if (entry !== undefined) return entry;
  return levels.map((level) => `${level === '/' ? '' : level}/${EXCLUSION_FILE}`).find(isThere) ?? null;
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

/** Sessions are known by real paths, and an entry may lead through a link. */
function realPath(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path;
  }
}

/** False also where this user may not look. */
function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}
