import { existsSync } from 'node:fs';
import type { Layout } from '#src/project/paths.ts';
import { nearestOf } from '#src/value/nearest.ts';
import { CONFIG_KEYS, type ReadConfig } from '../config.ts';
import { excludedPath } from '../session/exclusion.ts';

/**
 * What the owner should know of their settings, in sentences: a file that cannot be used, keys that
 * no setting has, directories that are not there. For commands and pages; a hook says only what keeps
 * it from its work.
 */
export function configRemarks(
  { settings }: Pick<Layout, 'settings'>,
  { config, problem, unknown }: ReadConfig,
  home: string,
): string[] {
  return [
    ...(problem === null ? [] : [problem]),
    ...unknown.map((key) => `${settings} has a key "${key}" that no setting has. ${advice(key)}`),
    ...config.roots
      .filter((root) => !existsSync(root))
      .map((root) => `${settings} names the directory ${root}, which does not exist. Nothing is read from there.`),
    ...config.exclude
      .filter((path) => !existsSync(excludedPath(path, home)))
      .map(
        (path) =>
          `${settings} excludes ${path}, which does not exist. Check its spelling: sessions are recorded in every other directory.`,
      ),
  ];
}

function advice(key: string): string {
  const nearest = nearestOf(key, CONFIG_KEYS);
  return nearest
    ? `Did you mean "${nearest}"? It is ignored.`
    : `The settings are ${CONFIG_KEYS.join(', ')}. It is ignored.`;
}
