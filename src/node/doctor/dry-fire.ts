import { DRY_FIRED, type DryFired, type DryFireFact } from '#src/doctor/dry-fire-findings.ts';
import { type FiredInstallation, HookSandbox } from './hook-sandbox.ts';

/** A median of three is not that of a moment in which the machine was busy. */
const ROUNDS = 3;

/** What has to work before a run can tell anything. */
const NEEDS: Record<DryFired, readonly DryFired[]> = {
  SessionStart: [],
  log: ['SessionStart'],
  PreToolUse: [],
  SessionEnd: ['SessionStart', 'log'],
};

export interface DryFire {
  runs: DryFireFact[];
  /** The Node that ran the hooks. */
  node: { version: string; path: string } | null;
}

/**
 * Runs what Claude Code would run, by the very commands of an installation: a session starts, logs, is asked for
 * permission and ends, three times. Leaves nothing behind.
 */
export async function dryFire(
  installation: FiredInstallation,
  env: Record<string, string | undefined>,
): Promise<DryFire> {
  const box = new HookSandbox(installation, env);
  try {
    const times = new Map<DryFired, number[]>(DRY_FIRED.map((event) => [event, []]));
    const faults = new Map<DryFired, string>();
    for (let round = 0; round < ROUNDS; round++) {
      for (const event of DRY_FIRED) {
        if (faults.has(event) || NEEDS[event].some((earlier) => faults.has(earlier))) continue;
        const { ms, fault } = await box.fire(event, round);
        if (fault === null) times.get(event)?.push(ms);
        else faults.set(event, fault);
      }
    }
    const runs = DRY_FIRED.map((event) => {
      const fault = faults.get(event) ?? null;
      return { event, ms: fault === null ? median(times.get(event) ?? []) : null, fault };
    });
    return { runs, node: box.node() };
  } finally {
    box.remove();
  }
}

function median(times: readonly number[]): number | null {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? null;
}
