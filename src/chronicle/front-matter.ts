import { isInForm } from './fields.ts';

/** What the lines between the two `---` say, before anything is checked. */
export interface FrontMatterEntries {
  /** By key; the first one counts. */
  entries: Map<string, FrontMatterEntry>;
  /** Indexes of lines that are not "key: value". */
  unread: number[];
  /** Keys that stand again. */
  repeated: { key: string; index: number }[];
}

export interface FrontMatterEntry {
  value: string;
  /** Index of the line among the lines given. */
  index: number;
  /** Where the value begins in its line, from 1. */
  column: number;
}

/**
 * Reads `key: value` lines, every value a string. Indented lines and list items after a key belong
 * to that key and are left alone.
 */
export function readEntries(lines: string[]): FrontMatterEntries {
  const read: FrontMatterEntries = { entries: new Map(), unread: [], repeated: [] };
  for (const [index, line] of lines.entries()) {
    if (/^[ \t]*(?:#|$)/.test(line) || (read.entries.size > 0 && /^(?:[ \t]|- )/.test(line))) continue;
    const match = /^([A-Za-z_][\w-]*)[ \t]*:(?:[ \t]+(.*))?$/s.exec(line);
    const [, key, written = ''] = match ?? [];
    if (key === undefined) read.unread.push(index);
    else if (read.entries.has(key)) read.repeated.push({ key, index });
    else read.entries.set(key, { value: readScalar(written), index, column: line.length - written.length + 1 });
  }
  return read;
}

/** A scalar as YAML reads it on one line: quoted either way, or plain up to a comment. */
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
 * One front matter line without its ending, for a key of letters, digits, `_` and `-`. The value may be
 * any string: it is plain where any YAML reader gives the same string back, and JSON-quoted
 * otherwise: `branch: "yes"`, `branch: "{a"`, `branch: "two\\nlines"`. An empty one is left empty, which
 * reads as null in YAML's core schema.
 */
export function frontMatterLine(key: string, value: string): string {
  if (value === '') return `${key}:`;
  // Plain although it begins with a digit or a sign or is `no`: no YAML 1.2 reader changes it.
  const isPlainForm = isInForm(key) && /^(?:[\dT:.Z+-]+|yes|no)$/.test(value);
  return `${key}: ${isPlainForm || isPlain(value) ? value : quote(value)}`;
}

const PLAIN = /^[A-Za-z_/][\w./@+=~-]*(?::[\w/][\w./@+=~-]*)*(?: [\w/(][\w./@+=~()-]*)*$/;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** Words that YAML 1.1 or 1.2 reads as something else than a string. */
const RESERVED = /^(?:true|false|yes|no|on|off|null|y|n|e[+-]?\d+)$/i;

function isPlain(value: string): boolean {
  return (PLAIN.test(value) && !RESERVED.test(value)) || UUID.test(value);
}

function quote(value: string): string {
  // JSON leaves these as they are, but YAML breaks lines at them or refuses them.
  return JSON.stringify(value).replace(
    /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
