import { HOOK_EVENT_NAMES, HOOK_EVENTS, type HookEventName } from '../install/hook-events.ts';
import type { HealthFinding } from './health-finding.ts';

/** A hook, or the agent's command `chronicle log`. */
export type DryFired = HookEventName | 'log';

/** What runs in the sandbox, in the order of a session. */
export const DRY_FIRED: readonly DryFired[] = [
  'SessionStart',
  'log',
  ...HOOK_EVENT_NAMES.filter((event) => event !== 'SessionStart' && event !== 'SessionEnd'),
  'SessionEnd',
];

/** The result of one hook or command, run with a real payload in the sandbox. */
export interface DryFireFact {
  event: DryFired;
  /** The median time of its runs; null if none succeeded. */
  ms: number | null;
  /** Why it failed, as a sentence; null if it did its work. */
  fault: string | null;
}

/** The results for one installation. */
export interface DryFiredInstallation {
  /** `the settings`, `the plugin`. */
  name: string;
  kind: 'settings' | 'plugin';
  runs: readonly DryFireFact[];
  /** The time limit that Claude Code sets for SessionEnd (ms). */
  budget: number;
}

/** Raises the time limit of SessionEnd hooks (Claude Code 2.1.329). */
export const BUDGET_VARIABLE = 'CLAUDE_CODE_SESSIONEND_HOOKS_TIMEOUT_MS';

/** Above this share of its limit, a busy moment is enough to have the hook killed. */
const MOST_OF_BUDGET = 0.6;

/** Hooks that failed in the sandbox, or nearly ran out of time. */
export function dryFireFindings({ name, kind, runs, budget }: DryFiredInstallation): HealthFinding[] {
  const failed = runs.flatMap(({ event, fault }): HealthFinding[] => {
    if (fault === null) return [];
    const what = `${event === 'log' ? 'chronicle log' : `The ${event} hook`} in ${name} fails: ${fault}`;
    return [
      {
        code: 'hook-fails',
        level: 'problem',
        what,
        why: event === 'log' ? 'The agent cannot write events.' : HOOK_EVENTS[event].cost,
        advice: adviceOf(kind),
      },
    ];
  });
  const end = runs.find(({ event }) => event === 'SessionEnd')?.ms ?? 0;
  if (end <= MOST_OF_BUDGET * budget) return failed;
  return [
    ...failed,
    {
      code: 'session-end-slow',
      level: 'warning',
      what: `The SessionEnd hook in ${name} took ${Math.round(end)} ms; Claude Code kills it after ${budget} ms.`,
      why: 'If it is killed, the summary is written when the next session starts.',
      advice: `Set ${BUDGET_VARIABLE} to 10000 in the "env" of Claude Code's settings${kind === 'plugin' ? ', or run chronicle init, whose hook gets 10 s' : ''}.`,
    },
  ];
}

function adviceOf(kind: 'settings' | 'plugin'): string {
  return kind === 'settings' ? 'chronicle init' : 'claude plugin update session-chronicle, or chronicle init';
}
