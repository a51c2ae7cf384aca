/**
 * The front matter in two tables: the keys, which hooks load, and their details, which hooks do not load. A new key needs
 * an entry in both and a line in the format reference.
 */
import { isDay } from '../lib/calendar-day.ts';
import { listed } from '../lib/listed.ts';
import { isSessionId } from './session-id.ts';

/**
 * The keys of the format, in the order in which they are written, and whether their values have a fixed form. Such a value
 * contains nothing private: it is written without quotes, and forget skips it.
 */
const HAS_FIXED_FORM = {
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
  imported_from: true,
  nudged: false,
};

export type FrontMatterKey = keyof typeof HAS_FIXED_FORM;

export const FRONT_MATTER_KEYS: readonly string[] = Object.keys(HAS_FIXED_FORM);

/** Whether values of this key have a fixed form. */
export function hasFixedForm(key: string): boolean {
  // Compared with true because of inherited properties such as `constructor`.
  return (HAS_FIXED_FORM as Record<string, boolean>)[key] === true;
}

interface Field {
  /** Whether a file without it is skipped. */
  required: boolean;
  /** Whether a value is valid. A type guard also gives the key its type. */
  check: (text: string) => boolean;
  /** Completes "Invalid <key>: expected …". */
  expected: string;
  example: string;
  /** What forget does with a value that contains the text, unless it just removes the text: keeps it, or removes whole names. */
  forget?: 'keep' | 'leave-out';
}

const UTC_TIME = /^.{10}T\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/;
const UTC_OFFSET = /^[+-](?:0\d|1[0-4]):[0-5]\d$/;
const SYSTEM_NAME = /^[a-z][a-z0-9-]{0,39}$/;
const FILE_NAMES = /^[A-Za-z0-9._-]+\.md(?: [A-Za-z0-9._-]+\.md)*$/;

export const FIELDS = {
  session_id: {
    required: true,
    check: isSessionId,
    expected: 'a session id',
    example: '3f6c2a10-8d1e-4c1b-9a52-6f1f0f8f4f11',
    forget: 'keep',
  },
  date: { required: true, check: isDay, expected: 'a calendar day', example: '2026-03-24' },
  branch: { required: true, check: (text) => /\S/.test(text), expected: 'a branch name', example: 'main' },
  task: { required: true, check: () => true, expected: 'one line of text', example: 'CWS-96' },
  started: { required: true, check: isUtcTime, expected: 'a UTC time', example: '2026-03-24T14:00:00Z' },
  cwd: { required: false, check: (text) => text !== '', expected: 'a path', example: '/home/me/project' },
  utc_offset: {
    required: false,
    check: (text) => UTC_OFFSET.test(text),
    expected: 'an offset from UTC',
    example: '+02:00',
  },
  attended: {
    required: false,
    check: (text): text is 'yes' | 'no' => /^(?:yes|no)$/.test(text),
    expected: 'yes or no',
    example: 'no',
  },
  retro: { required: false, check: isUtcTime, expected: 'a UTC time', example: '2026-03-24T16:40:00Z' },
  source: {
    required: false,
    check: (text): text is 'backfill' | 'import' => /^(?:backfill|import)$/.test(text),
    expected: 'backfill or import',
    example: 'backfill',
  },
  // The system that an imported session comes from.
  imported_from: {
    required: false,
    check: (text) => SYSTEM_NAME.test(text),
    expected: 'the name of a system',
    example: 'claude-mem',
  },
  // The memories that the session's first reminder named.
  nudged: {
    required: false,
    check: (text) => FILE_NAMES.test(text),
    expected: 'names of memory files',
    example: 'feedback_money.md',
    forget: 'leave-out',
  },
} satisfies Record<FrontMatterKey, Field>;

/** Whether the format has this key. */
export function isFrontMatterKey(key: string): key is FrontMatterKey {
  return FRONT_MATTER_KEYS.includes(key);
}

/** The details of a key; undefined if the format does not have it. */
export function fieldOf(key: string): Field | undefined {
  return isFrontMatterKey(key) ? FIELDS[key] : undefined;
}

/** The required keys as a list for a sentence: `session_id, date, …`. */
export function requiredKeys(): string {
  const fields: [string, Field][] = Object.entries(FIELDS);
  return listed(fields.flatMap(([key, { required }]) => (required ? [key] : [])));
}

function isUtcTime(text: string): boolean {
  return UTC_TIME.test(text) && isDay(text.slice(0, 10)) && !Number.isNaN(Date.parse(text));
}
