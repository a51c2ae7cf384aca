/**
 * Single lines of front matter: finds the value of a key by one match, for hooks and agent commands, and writes a key. The
 * whole front matter is read in `front-matter.ts`.
 */
import { hasFixedForm } from './fields.ts';
import { lineEnding } from './lines.ts';
import { type Scan, scanFrontMatter } from './scan.ts';

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
