/**
 * What stops recording, or soon will. Each doctor check takes facts and returns findings: what is wrong, why it matters
 * and how to fix it. `chronicle doctor` prints them:
 *
 *     Problem: session-chronicle is not installed: Claude Code runs none of its hooks.
 *       Sessions are not recorded.
 *       Fix: chronicle init
 */
export const HEALTH_LEVELS = ['problem', 'warning', 'note'] as const;
/** A problem loses records, a warning may, a note loses none. */
export type HealthLevel = (typeof HEALTH_LEVELS)[number];

/** What `chronicle doctor --fix` can do. None of it loses a record. */
export type FixName = 'modes' | 'unfinished' | 'leftovers' | 'index' | 'cache' | 'app' | 'log' | 'harvest';

/** The texts may contain paths and project names, so they are untrusted. */
export interface HealthFinding {
  /** Permanent, for scripts: `not-installed`. */
  code: string;
  level: HealthLevel;
  /** What is wrong, as a sentence. */
  what: string;
  /** Why it matters, as a sentence. */
  why: string;
  /** How to fix it: a command, or what to do. A choice is written as lines that end with a colon, each with its command below. */
  advice: string;
  fix?: FixName;
}
