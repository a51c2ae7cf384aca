import { existsSync } from 'node:fs';
import type { Paths } from '#src/lib/paths.ts';
import { nearestOf } from '#src/lib/nearest.ts';
import { expandedPath } from '#src/lib/checkout.ts';
import { CONFIG_KEYS, type ReadConfig } from '#src/lib/config.ts';

/**
 * Faults in `config.json` as sentences: an unusable file, unknown keys, missing directories. For commands and pages; a hook
 * reports only what stops it.
 */
export function configRemarks(
  { settings }: Pick<Paths, 'settings'>,
  { config, problem, unknown }: ReadConfig,
  home: string,
): string[] {
  return [
    ...(problem === null ? [] : [problem]),
    ...unknown.map((key) => `${settings} has an unknown key "${key}". ${advice(key)}`),
    ...config.roots
      .filter((root) => !existsSync(root))
      .map((root) => `${settings} lists the directory ${root} in "roots", which does not exist.`),
    ...config.exclude
      .filter((path) => !existsSync(expandedPath(path, home)))
      .map(
        (path) =>
          `${settings} excludes ${path}, which does not exist. Check the spelling: all other directories are recorded.`,
      ),
    ...Object.keys(config.layersByPath)
      .filter((path) => !existsSync(expandedPath(path, home)))
      .map((path) => `${settings} lists the directory ${path} in "layersByPath", which does not exist.`),
  ];
}

function advice(key: string): string {
  const nearest = nearestOf(key, CONFIG_KEYS);
  return nearest
    ? `The key is ignored. Did you mean "${nearest}"?`
    : `The key is ignored. The settings are ${CONFIG_KEYS.join(', ')}.`;
}
