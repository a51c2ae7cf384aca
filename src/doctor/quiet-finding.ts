import { counted } from '../text/day.ts';
import type { HealthFinding } from './health-finding.ts';

/** Sessions in which the agent worked and logged nothing. */
export interface QuietFacts {
  /** The last attended sessions, at most 20. */
  recent: number;
  /** How many of these have no logged event although there was something to log. */
  quiet: number;
  /** In how many of the quiet ones no instruction file told the agent what to log. */
  untold: number;
  /** The instruction file that told it; null if none did. */
  contract: string | null;
  /** What `chronicle log` answered in the quiet ones in which it failed, newest first. */
  failed: readonly string[];
}

/** Fewer sessions say nothing about a habit. */
const FEWEST = 10;
const MOSTLY = 0.5;

/** Why most sessions have no logged event, if that is so. */
export function quietFindings({ recent, quiet, untold, contract, failed }: QuietFacts): HealthFinding[] {
  if (recent < FEWEST || quiet / recent <= MOSTLY) return [];
  const what = `${quiet} of the last ${recent} sessions have no logged event.`;
  const [error] = failed;
  if (error !== undefined) {
    return [
      {
        code: 'quiet-sessions',
        level: 'warning',
        what,
        why: `In ${counted(failed.length, 'session')} the agent ran chronicle log and it failed: ${error}`,
        advice: DENIED.test(error)
          ? 'Remove the rule that denies it from "permissions" in Claude Code\'s settings.'
          : 'Fix what the error describes.',
      },
    ];
  }
  if (contract === null || untold / quiet > MOSTLY) {
    return [
      {
        code: 'quiet-sessions',
        level: 'note',
        what,
        why: 'No CLAUDE.md or AGENTS.md tells the agent what to log. The agent is told only once, when a session starts.',
        advice: 'chronicle init --contract claude',
      },
    ];
  }
  return [
    {
      code: 'quiet-sessions',
      level: 'note',
      what,
      why: `In these sessions the agent changed files or ran commands and logged nothing, although ${contract} tells it to log.`,
      advice: 'Ask the agent in a prompt: "Log what you decide and what goes wrong."',
    },
  ];
}

/** What Claude Code answers for a call that a rule or a person refused. */
const DENIED = /permission|denied|not allowed|doesn't want to proceed/i;
