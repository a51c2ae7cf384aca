import type { FrontMatter } from './schema.ts';

/** The keys of the format, in the order in which they are written. */
export const FRONT_MATTER_KEYS: readonly string[] = [
  'session_id',
  'date',
  'branch',
  'task',
  'started',
  'cwd',
  'utc_offset',
  'attended',
  'retro',
  'source',
  'nudged',
] satisfies (keyof FrontMatter)[];
