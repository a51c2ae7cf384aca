/** What the checks of `chronicle doctor` say. */
export const LEVELS = ['problem', 'warning', 'note'] as const;
/** A problem loses records, a warning may, a note loses none. */
export type Level = (typeof LEVELS)[number];

/** What `chronicle doctor --fix` can do. None of it loses a record. */
export type FixName = 'modes' | 'unfinished' | 'leftovers' | 'cache' | 'app' | 'log';

/** What is wrong. The texts may contain paths and project names, so they are untrusted. */
export interface Finding {
  /** Permanent, for scripts: `not-installed`. */
  code: string;
  level: Level;
  what: string;
  /** A command, or what to do. */
  advice: string;
  fix?: FixName;
}

export interface Check {
  name: string;
  /** How it is, if there is nothing wrong. */
  fine: string;
  findings: Finding[];
}
