import type { ConfigFacts } from '#src/doctor/config-findings.ts';
import { type Layout, layoutOf } from '#src/project/paths.ts';
import type { ReadConfig } from '../config.ts';
import { chronicleNames, projectsIn } from '../disk/projects.ts';
import { realPath } from '../disk/real-path.ts';
import { readRecord } from '../install/record-file.ts';
import type { World } from '../world.ts';
import { configRemarks } from './config-remarks.ts';

/** Faults in `config.json` and `install.json`. */
export function configFacts(layout: Layout, own: ReadConfig, home: string): ConfigFacts {
  return {
    remarks: configRemarks(layout, own, home),
    isExcludeLost: own.isExcludeLost,
    brokenRecord: brokenRecord(layout),
  };
}

/** The path of `install.json` if it cannot be parsed; else null. */
function brokenRecord(layout: Layout): string | null {
  try {
    readRecord(layout);
    return null;
  } catch {
    return layout.install;
  }
}

/** Claude Code's default directory, if it contains chronicles although `CLAUDE_CONFIG_DIR` names another; else null. */
export function otherConfig({ env, home }: World, layout: Layout): string | null {
  if (!env.CLAUDE_CONFIG_DIR || home === '') return null;
  const usual = layoutOf(`${home}/.claude`);
  if ((realPath(usual.config) ?? usual.config) === (realPath(layout.config) ?? layout.config)) return null;
  const hasChronicles = projectsIn(usual.projects).some(({ chronicle }) => chronicleNames(chronicle).length > 0);
  return hasChronicles ? usual.config : null;
}
