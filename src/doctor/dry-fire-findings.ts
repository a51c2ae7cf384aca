import { HOOK_EVENT_NAMES, HOOK_EVENTS, type HookEventName } from '../install/hook-events.ts';
import type { HealthFinding } from './health-finding.ts';

/** A hook, or the command by which the agent logs. */
export type DryFired = HookEventName | 'log';

/** What is run as Claude Code would run it, in the order of a session. */
export const DRY_FIRED: readonly DryFired[] = [
  'SessionStart',
  'log',
  ...HOOK_EVENT_NAMES.filter((event) => event !== 'SessionStart' && event !== 'SessionEnd'),
  'SessionEnd',
];

/** One hook or command of an installation, run with a real payload in a sandbox. */
export interface DryFireFact {
  event: DryFired;
  /** The median of its runs; null if none ended well. */
  ms: number | null;
  /** What went wrong, a sentence; null if it did what it is for. */
  fault: string | null;
}

/** The dry-fired hooks of an installation. */
export interface DryFiredInstallation {
  /** `the settings`, `the plugin`. */
  name: string;
  kind: 'settings' | 'plugin';
  runs: readonly DryFireFact[];
  /** How long Claude Code lets SessionEnd run (ms). */
  budget: number;
}

/** The variable that raises the budget of SessionEnd hooks (Claude Code 2.1.329). */
export const BUDGET_VARIABLE = 'CLAUDE_CODE_SESSIONEND_HOOKS_TIMEOUT_MS';

/** From this share of its budget on, a slower moment of the machine ends the hook. */
const MOST_OF_BUDGET = 0.6;

/** What failed, or nearly took too long, when hooks were run in a sandbox. */
export function dryFireFindings({ name, kind, runs, budget }: DryFiredInstallation): HealthFinding[] {
  const failed = runs.flatMap(({ event, fault }): HealthFinding[] => {
    if (fault === null) return [];
    const what = `${event === 'log' ? 'chronicle log' : `The ${event} hook`} of ${name} fails: ${fault}`;
    return [
      {
        code: 'hook-fails',
        level: 'problem',
        what,
        why: event === 'log' ? 'The agent cannot write events.' : HOOK_EVENTS[event].cost,
        mend: mendOf(kind),
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
      what: `The SessionEnd hook of ${name} took ${Math.round(end)} ms of the ${budget} ms that Claude Code gives it.`,
      why: 'What is not done by then is ended half-way, and made up for when the next session starts.',
      mend: `Set ${BUDGET_VARIABLE} to 10000 in the "env" of Claude Code's settings${kind === 'plugin' ? ', or install with chronicle init, whose hook has 10 s' : ''}.`,
    },
  ];
}

function mendOf(kind: 'settings' | 'plugin'): string {
  return kind === 'settings' ? 'chronicle init' : 'claude plugin update session-chronicle, or chronicle init';
}
