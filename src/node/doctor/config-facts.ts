import { existsSync } from 'node:fs';
import type { ConfigFacts } from '#src/doctor/config-findings.ts';
import { chronicleDirectory, type Layout, layoutOf } from '#src/project/paths.ts';
import { nearestOf } from '#src/value/nearest.ts';
import { CONFIG_KEYS, type ReadConfig } from '../config.ts';
import { readRecord } from '../install/record-file.ts';
import { excludedPath } from '../session/exclusion.ts';
import type { World } from '../world.ts';
import { namesIn } from './names-in.ts';
import { realPath } from './real-path.ts';
import { chronicleNames } from './scan-chronicles.ts';

/** What can be told of the owner's own settings, and of what `chronicle init` noted. */
export function configFacts(layout: Layout, own: ReadConfig, home: string): ConfigFacts {
  return {
    remarks: configRemarks(layout, own, home),
    isExcludeLost: own.isExcludeLost,
    brokenRecord: brokenRecord(layout),
  };
}

/** The path of the record of `chronicle init`, if it cannot be understood. */
function brokenRecord(layout: Layout): string | null {
  try {
    readRecord(layout);
    return null;
  } catch {
    return layout.install;
  }
}

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

/** The usual directory of Claude Code, if chronicles lie there although `CLAUDE_CONFIG_DIR` names another; else null. */
export function otherConfig({ env, home }: World, layout: Layout): string | null {
  if (!env.CLAUDE_CONFIG_DIR || home === '') return null;
  const usual = layoutOf(`${home}/.claude`);
  if ((realPath(usual.config) ?? usual.config) === (realPath(layout.config) ?? layout.config)) return null;
  const holds = namesIn(usual.projects).some((name) => chronicleNames(chronicleDirectory(usual, name)).length > 0);
  return holds ? usual.config : null;
}
