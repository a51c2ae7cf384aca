/** What a check of `chronicle doctor` looks at, and what it says. */
import type { checkoutOf } from '#src/lib/checkout.ts';
import type { ReadConfig } from '#src/lib/config.ts';
import type { Env } from '#src/lib/env.ts';
import type { Paths } from '#src/lib/paths.ts';
import type { ClaudeSettings } from './claude-settings.ts';
import type { Installation } from './installations.ts';
import type { RecordingState, ScannedChronicle } from './recording.ts';

export const LEVELS = ['problem', 'warning', 'note'] as const;
/** A problem loses records, a warning may, a note loses none. */
export type Level = (typeof LEVELS)[number];

/** What `chronicle doctor --fix` can do. None of it loses a record. */
export type FixName = 'modes' | 'unfinished' | 'leftovers' | 'app';

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

/** A check of `chronicle doctor`. */
export interface Check {
  name: string;
  /** How it is, or what is wrong. */
  result: string | Finding;
}

/** Everything the checks look at. */
export interface Looked {
  env: Env;
  paths: Paths;
  checkout: ReturnType<typeof checkoutOf>;
  own: ReadConfig;
  installations: readonly Installation[];
  settings: ClaudeSettings;
  recording: RecordingState;
  chronicles: readonly ScannedChronicle[];
  /** A line for each problem in a file of the archive. */
  fileProblems: readonly string[];
}
