import { chronicleDirectory, type Layout, layoutOf } from '#src/project/paths.ts';
import type { World } from '../world.ts';
import { namesIn } from './names-in.ts';
import { chronicleNames } from './newest-capture.ts';
import { realPath } from './real-path.ts';

/** The usual directory of Claude Code, if chronicles lie there although `CLAUDE_CONFIG_DIR` names another; else null. */
export function otherConfig({ env, home }: World, layout: Layout): string | null {
  if (!env.CLAUDE_CONFIG_DIR || home === '') return null;
  const usual = layoutOf(`${home}/.claude`);
  if ((realPath(usual.config) ?? usual.config) === (realPath(layout.config) ?? layout.config)) return null;
  const holds = namesIn(usual.projects).some((name) => chronicleNames(chronicleDirectory(usual, name)).length > 0);
  return holds ? usual.config : null;
}
