import { hasFixedForm } from './fields.ts';

/** The lines between the two `---`, before they are checked. */
export interface FrontMatterEntries {
  /** By key; the first of a repeated key is used. */
  entries: Map<string, FrontMatterEntry>;
  /** Indexes of lines that are not "key: value". */
  unread: number[];
  /** Repeated keys. */
  repeated: { key: string; index: number }[];
}

export interface FrontMatterEntry {
  value: string;
  /** Index of the line. */
  index: number;
  /** Column where the value begins, from 1. */
  column: number;
}

/** Reads `key: value` lines; every value is a string. Indented lines and list items after a key are skipped. */
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

/** Reads a YAML scalar on one line: in single or double quotes, or plain up to a comment. */
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
 * A front matter line without its line break, for a key of letters, digits, `_` and `-` and any value. A value that every
 * YAML reader reads as the same string is written plain, others are JSON-quoted: `branch: "yes"`, `branch: "{a"`. An empty
 * value stays empty, which YAML's core schema reads as null.
 */
export function frontMatterLine(key: string, value: string): string {
  if (value === '') return `${key}:`;
  // These begin with a digit or sign, or are `no`, but every YAML 1.2 reader keeps them.
  const isPlainForm = hasFixedForm(key) && /^(?:[\dT:.Z+-]+|yes|no)$/.test(value);
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
