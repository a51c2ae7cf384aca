import type { HealthFinding } from './health-finding.ts';

/** What the audit of a project's MEMORY.md says of its limits. */
export interface MemoryLimitFact {
  project: string;
  isPast: boolean;
  /** A sentence. */
  message: string;
}

/** Memories that Claude Code does not load, or soon will not. */
export function memoryFindings(facts: readonly MemoryLimitFact[]): HealthFinding[] {
  return facts.map(({ project, isPast, message }) => ({
    code: isPast ? 'memory-past-limits' : 'memory-near-limits',
    level: isPast ? 'warning' : 'note',
    what: `In ${project}: ${message}`,
    why: 'What Claude Code does not load cannot prevent a mistake.',
    mend: 'chronicle memory audit',
  }));
}
