import {
  DRY_FIRED,
  type DryFired,
  type DryFiredInstallation,
  type DryFireFact,
} from '#src/doctor/dry-fire-findings.ts';
import type { NodeFact } from '#src/doctor/node-findings.ts';
import { HOOK_EVENTS } from '#src/install/hook-events.ts';
import type { Layout } from '#src/project/paths.ts';
import type { Installation } from '../install/installations.ts';
import type { ClaudeSettings } from './claude-settings.ts';
import {
  desktopPath,
  nodeOn,
  pathOf,
  pluginHooks,
  sessionEndBudget,
  settingsHooks,
  startingEnvironment,
} from './hook-command.ts';
import { type FiredInstallation, HookSandbox } from './hook-sandbox.ts';
import { isInTheWay } from './obstacle.ts';

/** Calls `listener` on Ctrl-C, and ends the process with the code that it returns. Returns a function that stops listening. */
export type OnInterrupt = (listener: () => number | undefined) => () => void;

export interface Fired {
  dryFired: DryFiredInstallation[];
  nodes: NodeFact[];
}

/** Runs the hooks of each installation in turn; those with the same commands only once. */
export async function fireInstallations(
  installations: readonly Installation[],
  layout: Layout,
  { env, ownEnv }: Pick<ClaudeSettings, 'env' | 'ownEnv'>,
  processEnv: Record<string, string | undefined>,
  onInterrupt: OnInterrupt,
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
    const { runs, node } = await dryFire(
      { kind, hooks, root: kind === 'plugin' ? path : layout.app },
      given,
      onInterrupt,
    );
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

/** The median of three is not disturbed by one busy moment. */
const ROUNDS = 3;

interface DryFire {
  runs: DryFireFact[];
  /** The Node that ran the hooks. */
  node: { version: string; path: string } | null;
}

/**
 * Runs the commands of an installation as Claude Code would: a session starts, logs, asks for permission and ends, three
 * times. Leaves nothing behind, also when Ctrl-C ends it.
 */
export async function dryFire(
  installation: FiredInstallation,
  env: Record<string, string | undefined>,
  onInterrupt: OnInterrupt,
): Promise<DryFire> {
  let box: HookSandbox | null = null;
  // What runs has a process group of its own, which Ctrl-C does not reach.
  const release = onInterrupt(() => {
    box?.remove();
    return 130;
  });
  try {
    box = new HookSandbox(installation, env);
    // A layer that is off has no hooks.
    const events = DRY_FIRED.filter(
      (event) => event === 'log' || HOOK_EVENTS[event].layer === 'log' || installation.hooks.has(event),
    );
    const times = new Map<DryFired, number[]>(events.map((event) => [event, []]));
    const faults = new Map<DryFired, string>();
    for (let round = 0; round < ROUNDS; round++) {
      for (const event of events) {
        if (faults.has(event) || needsOf(event).some((earlier) => faults.has(earlier))) continue;
        const { ms, fault } = await box.fire(event, round);
        if (fault === null) times.get(event)?.push(ms);
        else faults.set(event, fault);
      }
    }
    const runs = events.map((event) => {
      const fault = faults.get(event) ?? null;
      return { event, ms: fault === null ? median(times.get(event) ?? []) : null, fault };
    });
    return { runs, node: box.node() };
  } finally {
    release();
    box?.remove();
  }
}

function median(times: readonly number[]): number | null {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? null;
}

/** What must work before this one is worth a run. */
function needsOf(event: DryFired): readonly DryFired[] {
  return event === 'log' ? ['SessionStart'] : HOOK_EVENTS[event].needs;
}
