/**
 * The front matter in two tables: the keys, which the hooks load, and what is known of them, which the hooks do not. A
 * further key is an entry in both, and a line of the format reference.
 */
import { isDay } from '../value/calendar-day.ts';
import { isSessionId } from './session-id.ts';

/**
 * The keys of the format, in the order in which they are written, and whether their values have a form of their own. Such a
 * value holds nothing private: it is written plain, and forgetting leaves it.
 */
const IN_FORM = {
  session_id: false,
  date: true,
  branch: false,
  task: false,
  started: true,
  cwd: false,
  utc_offset: true,
  attended: true,
  retro: true,
  source: true,
  nudged: false,
};

export type FrontMatterKey = keyof typeof IN_FORM;

export const FRONT_MATTER_KEYS: readonly string[] = Object.keys(IN_FORM);

/** Whether values of this key have a form of their own. */
export function isInForm(key: string): boolean {
  // Nothing that an object inherits is true.
  return (IN_FORM as Record<string, boolean>)[key] === true;
}

interface Field {
  /** Whether a file without it is left out. */
  required: boolean;
  /** Whether a value will do. A guard gives the key its type. */
  check: (text: string) => boolean;
  /** Completes "<key> is not …". */
  wanted: string;
  example: string;
  /** What forgetting does to a value that holds the text, where it does not just cut it out: a new id, or names left out. */
  forget?: 'rename' | 'leave-out';
}

const UTC_TIME = /^.{10}T\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/;
const UTC_OFFSET = /^[+-](?:0\d|1[0-4]):[0-5]\d$/;
const FILE_NAMES = /^[A-Za-z0-9._-]+\.md(?: [A-Za-z0-9._-]+\.md)*$/;

export const FIELDS = {
  session_id: {
    required: true,
    check: isSessionId,
    wanted: 'a session id',
    example: '3f6c2a10-8d1e-4c1b-9a52-6f1f0f8f4f11',
    forget: 'rename',
  },
  date: { required: true, check: isDay, wanted: 'a date', example: '2026-03-24' },
  branch: { required: true, check: (text) => /\S/.test(text), wanted: 'a branch name', example: 'main' },
  task: { required: true, check: () => true, wanted: 'one line of text', example: 'CWS-96' },
  started: { required: true, check: isUtcTime, wanted: 'a UTC time', example: '2026-03-24T14:00:00Z' },
  cwd: { required: false, check: (text) => text !== '', wanted: 'a path', example: '/home/me/project' },
  utc_offset: {
    required: false,
    check: (text) => UTC_OFFSET.test(text),
    wanted: 'an offset from UTC',
    example: '+02:00',
  },
  attended: {
    required: false,
    check: (text): text is 'yes' | 'no' => /^(?:yes|no)$/.test(text),
    wanted: 'yes or no',
    example: 'no',
  },
  retro: { required: false, check: isUtcTime, wanted: 'a UTC time', example: '2026-03-24T16:40:00Z' },
  source: {
    required: false,
    check: (text): text is 'backfill' | 'import' => /^(?:backfill|import)$/.test(text),
    wanted: 'backfill or import',
    example: 'backfill',
  },
  // The memories that the session's first reminder named.
  nudged: {
    required: false,
    check: (text) => FILE_NAMES.test(text),
    wanted: 'names of memory files',
    example: 'feedback_money.md',
    forget: 'leave-out',
  },
} satisfies Record<FrontMatterKey, Field>;

/** Whether the format has this key. */
export function isFrontMatterKey(key: string): key is FrontMatterKey {
  return FRONT_MATTER_KEYS.includes(key);
}

/** What is known of a key; undefined for one that the format does not have. */
export function fieldOf(key: string): Field | undefined {
  return isFrontMatterKey(key) ? FIELDS[key] : undefined;
}

/** `session_id, date, …`: the keys without which a file is left out, as a sentence lists them. */
export function requiredKeys(): string {
  const fields: [string, Field][] = Object.entries(FIELDS);
  return new Intl.ListFormat('en-GB').format(fields.flatMap(([key, { required }]) => (required ? [key] : [])));
}

function isUtcTime(text: string): boolean {
  return UTC_TIME.test(text) && isDay(text.slice(0, 10)) && !Number.isNaN(Date.parse(text));
}
