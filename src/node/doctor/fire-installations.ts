import type { DryFiredInstallation } from '#src/doctor/dry-fire-findings.ts';
import type { NodeFact } from '#src/doctor/node-findings.ts';
import type { Layout } from '#src/project/paths.ts';
import type { Installation } from '../install/installations.ts';
import type { ClaudeSettings } from './claude-settings.ts';
import { dryFire } from './dry-fire.ts';
import { pluginHooks, sessionEndBudget, settingsHooks } from './hook-command.ts';
import { desktopPath, nodeOn, pathOf, startingEnvironment } from './hook-environment.ts';
import { isInTheWay } from './obstacle.ts';

/** What came of it. */
export interface Fired {
  dryFired: DryFiredInstallation[];
  nodes: NodeFact[];
}

/** Runs the hooks of every installation that has any, one after the other; those with the same commands once. */
export async function fireInstallations(
  installations: readonly Installation[],
  layout: Layout,
  { env, ownEnv }: Pick<ClaudeSettings, 'env' | 'ownEnv'>,
  processEnv: Record<string, string | undefined>,
): Promise<Fired> {
  const fired: Fired = { dryFired: [], nodes: [] };
  const seen = new Set<string>();
  const given = startingEnvironment({ ...processEnv, ...ownEnv });
  const short = desktopPath();
  const hasCopy = !isInTheWay(layout.app);
  for (const { kind, path, scope } of installations) {
    if (kind === 'settings' && !hasCopy) continue;
    const hooks = kind === 'plugin' ? pluginHooks(path) : settingsHooks(path, layout.app);
    const key = JSON.stringify([kind, ...hooks]);
    if (hooks.size === 0 || seen.has(key)) continue;
    seen.add(key);
    const name = kind === 'plugin' ? 'the plugin' : scope === 'user' ? 'the settings' : "the project's settings";
    const { runs, node } = await dryFire({ kind, hooks, root: kind === 'plugin' ? path : layout.app }, given);
    const budget = sessionEndBudget(kind, hooks.get('SessionEnd'), { ...processEnv, ...env });
    fired.dryFired.push({ name, kind, runs, budget });
    fired.nodes.push({
      installation: name,
      kind,
      version: node?.version ?? null,
      path: node?.path ?? null,
      isOnPath: nodeOn(pathOf(given)) !== null,
      isOnShortPath: short === null || nodeOn(short) !== null,
    });
  }
  return fired;
}
