/**
 * Single lines of front matter: finds the value of a key by one match, for hooks and agent commands, and writes a key. The
 * whole front matter is read in `front-matter.ts`.
 */
import { lineEnding, type Scan, scanFrontMatter } from './scan.ts';
import { READ, readBeginning } from '#src/lib/read-file.ts';
import { isDay } from '#src/lib/calendar-day.ts';
import { listed } from '#src/lib/listed.ts';
import { isSessionId } from './session-id.ts';

/** Longer front matter is refused before it is read (characters; a chronicle's has about 300). */
const LONGEST_FRONT_MATTER = 16 * 1024;

/** The text between the two `---` of a file; null if they are missing or it is too long. */
export function frontMatterText(
  text: string,
  { lines, frontMatter: { open, close } }: Omit<Scan, 'blocks'> = scanFrontMatter(text),
): string | null {
  const [start = 0, end = 0] = [lines[1]?.start, lines[close]?.start];
  return open === -1 || close === -1 || end > LONGEST_FRONT_MATTER ? null : text.slice(start, end);
}

/** The value of a key in front matter, the first if it is repeated; undefined if it has none. Takes text or Latin-1. */
export function valueIn(frontMatter: string | null, key: string): string | undefined {
  return entryIn(frontMatter ?? '', key)?.value;
}

/** The session that a chronicle or notebook says it belongs to; empty if it says none. Takes text or Latin-1. */
export function sessionIn(text: string): string {
  return valueIn(frontMatterText(text), 'session_id') ?? '';
}

/** A key's entry: its first line without the line break, and all lines that belong to its value. */
function entryIn(frontMatter: string, key: string): { value: string; start: number; end: number } | null {
  const entry = new RegExp(
    `(?<![^\\n])${key}[ \\t]*:(?:[ \\t]([^\\n]*)|\\r?(?=\\n))(?:(?:\\n\\s*)?\\n(?:[ \\t]+[^\\s#]|- )[^\\n]*)*`,
  );
  const match = entry.exec(frontMatter);
  if (!match) return null;
  const [all, written = ''] = match;
  return { value: readScalar(written), start: match.index, end: match.index + all.replace(/\r$/, '').length };
}

/** A value on one line, as `frontMatterLine` or a person writes it: in double or single quotes, or plain up to a comment. */
function readScalar(written: string): string {
  const text = written.trim();
  if (text.startsWith('"')) return readDoubleQuoted(text);
  if (text.startsWith("'")) return /^'((?:[^']|'')*)'(?:[ \t]+#|$)/.exec(text)?.[1]?.replaceAll("''", "'") ?? text;
  return text.split(/(?:^|[ \t])#/, 1)[0]?.trim() ?? '';
}

function readDoubleQuoted(text: string): string {
  const quoted = /^"(?:[^"\\]|\\.)*"(?=[ \t]+#|$)/.exec(text)?.[0];
  try {
    return quoted === undefined ? text : String(JSON.parse(quoted));
  } catch {
    return text;
  }
}

/**
 * Sets a front matter key: replaces its lines, or adds one before the closing `---`. All other bytes are kept. A text
 * without readable front matter is returned unchanged. Takes text or Latin-1.
 */
export function setFrontMatterEntry(text: string, key: string, value: string): string {
  const structure = scanFrontMatter(text);
  const frontMatter = frontMatterText(text, structure);
  if (frontMatter === null) return text;
  const start = structure.lines[1]?.start ?? 0;
  const line = frontMatterLine(key, value);
  const known = entryIn(frontMatter, key);
  if (known) return text.slice(0, start + known.start) + line + text.slice(start + known.end);
  const end = start + frontMatter.length;
  return text.slice(0, end) + line + lineEnding(text) + text.slice(end);
}

/**
 * A front matter line without its line break, for a key of letters, digits, `_` and `-` and any value. A value that every
 * YAML reader reads as the same string is written plain, others are JSON-quoted: `branch: "yes"`, `branch: "{a"`. An empty
 * value stays empty, which YAML's core schema reads as null.
 */
export function frontMatterLine(key: string, value: string): string {
  if (value === '') return `${key}:`;
  // These begin with a digit or sign, or are `no`, but every YAML 1.2 reader keeps them.
  const isPlainForm = fieldOf(key)?.fixed && /^(?:[\dT:.Z+-]+|yes|no)$/.test(value);
  return `${key}: ${isPlainForm || isPlain(value) ? value : quote(value)}`;
}

const PLAIN = /^[A-Za-z_/][\w./@+=~-]*(?::[\w/][\w./@+=~-]*)*(?: [\w/(][\w./@+=~()-]*)*$/;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** Words that YAML 1.1 or 1.2 does not read as strings. */
const RESERVED = /^(?:true|false|yes|no|on|off|null|y|n|e[+-]?\d+)$/i;

function isPlain(value: string): boolean {
  return (PLAIN.test(value) && !RESERVED.test(value)) || UUID.test(value);
}

function quote(value: string): string {
  // JSON does not escape these, but YAML breaks lines at them or rejects them.
  return JSON.stringify(value).replace(
    /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** How much to read: enough for nearly all front matter, then for the longest allowed, 16 Ki characters (bytes). */
const BEGINNINGS = [4096, 64 * 1024];

/** Values of a file's front matter, unchecked. */
export interface FrontMatterValues {
  get(key: string): string | undefined;
}

/** A chronicle's front matter without the rest of the file; null if it cannot be read. */
export function frontMatterOf(path: string): FrontMatterValues | null {
  for (const limit of BEGINNINGS) {
    const text = readBeginning(path, limit, READ);
    if (text === null) return null;
    const front = frontMatterText(text);
    if (front !== null) return { get: (key) => valueIn(front, key) };
  }
  return null;
}

interface Field {
  /** Whether a file without it is skipped. */
  required: boolean;
  /** Whether a value is valid. A type guard also gives the key its type. */
  check: (text: string) => boolean;
  /** Completes "Invalid <key>: expected …". */
  expected: string;
  example: string;
  /**
   * Whether values have a fixed form. Such a value contains nothing private: it is written without quotes, and forget skips
   * it.
   */
  fixed?: true;
}

const UTC_TIME = /^.{10}T\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/;
const UTC_OFFSET = /^[+-](?:0\d|1[0-4]):[0-5]\d$/;
const SYSTEM_NAME = /^[a-z][a-z0-9-]{0,39}$/;

/** The keys of the format, in the order in which they are written. Each has a line in the format reference. */
export const FIELDS = {
  session_id: {
    required: true,
    check: isSessionId,
    expected: 'a session id',
    example: '3f6c2a10-8d1e-4c1b-9a52-6f1f0f8f4f11',
  },
  date: { required: true, check: isDay, expected: 'a calendar day', example: '2026-03-24', fixed: true },
  branch: { required: true, check: (text) => /\S/.test(text), expected: 'a branch name', example: 'main' },
  task: { required: true, check: () => true, expected: 'one line of text', example: 'CWS-96' },
  started: { required: true, check: isUtcTime, expected: 'a UTC time', example: '2026-03-24T14:00:00Z', fixed: true },
  cwd: { required: false, check: (text) => text !== '', expected: 'a path', example: '/home/me/project' },
  utc_offset: {
    required: false,
    check: (text) => UTC_OFFSET.test(text),
    expected: 'an offset from UTC',
    example: '+02:00',
    fixed: true,
  },
  attended: {
    required: false,
    check: (text): text is 'yes' | 'no' => /^(?:yes|no)$/.test(text),
    expected: 'yes or no',
    example: 'no',
    fixed: true,
  },
  retro: { required: false, check: isUtcTime, expected: 'a UTC time', example: '2026-03-24T16:40:00Z', fixed: true },
  source: {
    required: false,
    check: (text): text is 'backfill' | 'import' => /^(?:backfill|import)$/.test(text),
    expected: 'import or backfill',
    example: 'backfill',
    fixed: true,
  },
  // The system that an imported session comes from.
  imported_from: {
    required: false,
    check: (text) => SYSTEM_NAME.test(text),
    expected: 'the name of a system',
    example: 'claude-mem',
    fixed: true,
  },
} satisfies Record<string, Field>;

export type FrontMatterKey = keyof typeof FIELDS;

export const FRONT_MATTER_KEYS: readonly string[] = Object.keys(FIELDS);

/** The details of a key; undefined if the format does not have it. */
export function fieldOf(key: string): Field | undefined {
  return Object.hasOwn(FIELDS, key) ? FIELDS[key as FrontMatterKey] : undefined;
}

/** The required keys as a list for a sentence: `session_id, date, …`. */
export function requiredKeys(): string {
  const fields: [string, Field][] = Object.entries(FIELDS);
  return listed(fields.flatMap(([key, { required }]) => (required ? [key] : [])));
}

function isUtcTime(text: string): boolean {
  return UTC_TIME.test(text) && isDay(text.slice(0, 10)) && !Number.isNaN(Date.parse(text));
}
