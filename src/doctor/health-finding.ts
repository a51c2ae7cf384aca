/**
 * What keeps recording from working, or will: each rule of this folder takes facts and returns what is wrong, with why
 * it matters and what mends it. `chronicle doctor` prints it.
 *
 *     Problem: Claude Code runs no hook of session-chronicle.
 *       Sessions leave no record.
 *       Mend it: chronicle init
 */
export const HEALTH_LEVELS = ['problem', 'warning', 'note'] as const;
/** A problem costs records; a warning may; a note is for those who wonder. */
export type HealthLevel = (typeof HEALTH_LEVELS)[number];

/** What `chronicle doctor --fix` does by itself: nothing of it loses a record. */
export type FixName = 'modes' | 'unfinished' | 'leftovers' | 'index' | 'cache' | 'app' | 'log';

/** Texts may hold paths and names of projects: untrusted. */
export interface HealthFinding {
  /** Permanent, for scripts: `not-installed`. */
  code: string;
  level: HealthLevel;
  /** What is so, a sentence. */
  what: string;
  /** Why it matters, a sentence. */
  why: string;
  /** What mends it: a command, or what to do. Where there is a choice, lines of words that end with a colon, each with its command below. */
  mend: string;
  fix?: FixName;
}

/** A path as a word of a POSIX shell. */
export function shellWord(path: string): string {
  return `'${path.replaceAll("'", "'\\''")}'`;
}
