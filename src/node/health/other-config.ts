import { realpathSync } from 'node:fs';
import { chronicleDirectory, type Layout, layoutOf } from '../../project/paths.ts';
import type { World } from '../world.ts';
import { namesIn } from './names-in.ts';
import { chronicleNames } from './newest-capture.ts';

/** The usual directory of Claude Code, if chronicles lie there although `CLAUDE_CONFIG_DIR` names another; else null. */
export function otherConfig({ env, home }: World, layout: Layout): string | null {
  if (!env.CLAUDE_CONFIG_DIR || home === '') return null;
  const usual = layoutOf(`${home}/.claude`);
  if (realPath(usual.config) === realPath(layout.config)) return null;
  const holds = namesIn(usual.projects).some((name) => chronicleNames(chronicleDirectory(usual, name)).length > 0);
  return holds ? usual.config : null;
}

function realPath(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path;
  }
}
