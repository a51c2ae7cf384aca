import { counted } from '../text/day.ts';
import type { HealthFinding } from './health-finding.ts';

export interface SessionFacts {
  /** Sessions that were never ended and whose process is gone. */
  unfinished: number;
  /** The last sessions that somebody sat in front of, at most 20. */
  recent: number;
  /** How many of these have no event. */
  quiet: number;
}

/** Fewer sessions say nothing of a habit. */
const FEWEST = 10;
const MOSTLY = 0.5;

/** Sessions that nobody ended, and sessions in which nothing was logged. */
export function sessionFindings({ unfinished, recent, quiet }: SessionFacts): HealthFinding[] {
  const findings: HealthFinding[] = [];
  if (unfinished > 0) {
    findings.push({
      code: 'unfinished',
      level: 'note',
      what: `${counted(unfinished, 'session')} never ended: killed, crashed or powered off.`,
      why: 'Their chronicles have no summary; the next session that starts finishes them.',
      mend: 'chronicle doctor --fix',
      fix: 'unfinished',
    });
  }
  if (recent >= FEWEST && quiet / recent > MOSTLY) {
    findings.push({
      code: 'quiet-sessions',
      level: 'note',
      what: `${quiet} of the last ${recent} sessions have no event.`,
      why: 'The agent is reminded at the start alone; a section in CLAUDE.md or AGENTS.md says what to log and keeps it in mind.',
      mend: 'chronicle init, which proposes the section',
    });
  }
  return findings;
}
