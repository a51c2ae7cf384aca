import { isDay } from '#src/lib/calendar-day.ts';
import { oneLine } from '#src/lib/text/clip.ts';
import { visibleText } from '#src/lib/text/plain.ts';

/** The value of a key. `null` omits the key. */
export type FrontValue =
  | string
  | number
  | boolean
  | null
  | Day
  | readonly string[]
  | { readonly [key: string]: FrontValue };

/** A day, which generators need unquoted: `2026-09-14`. */
export class Day {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** The keys that mark a post as a draft. They can be renamed but not omitted. */
const DRAFT_FLAGS = ['draft', 'published'];

/**
 * Front matter between `---` lines, in a form that every YAML parser reads the same way: texts in double quotes, lists on
 * one line. `keys` maps our keys to the owner's names; null omits a key.
 */
export function writeFrontMatter(
  values: Readonly<Record<string, FrontValue>>,
  keys: Readonly<Record<string, string | null>> = {},
): string {
  const lines = Object.entries(values).flatMap(([key, value]) => {
    const name = Object.hasOwn(keys, key) ? keys[key] : key;
    return name ? fieldLines(name, value, '') : DRAFT_FLAGS.includes(key) ? fieldLines(key, value, '') : [];
  });
  return `---\n${lines.join('\n')}\n---\n`;
}

/**
 * A text for the front matter, on one line. Themes print titles unescaped, so the brackets of anything like a tag are
 * replaced: `‹b›`.
 */
function frontText(text: string): string {
  return oneLine(visibleText(text))
    .replace(/<([a-z/!?][^<>]*)>/gi, '‹$1›')
    .replace(/<(?=[a-z/!?])/gi, '‹');
}

function fieldLines(key: string, value: FrontValue, indent: string): string[] {
  const name = /^[A-Za-z_][\w-]*$/.test(key) ? key : quoted(key);
  if (value === null) return [];
  if (isFields(value)) {
    const inner = Object.entries(value).flatMap(([each, own]) => fieldLines(each, own, `${indent}  `));
    return inner.length === 0 ? [] : [`${indent}${name}:`, ...inner];
  }
  return [`${indent}${name}: ${scalar(value)}`];
}

function scalar(value: string | number | boolean | Day | readonly string[]): string {
  if (value instanceof Day) return isDay(value.text) ? value.text : quoted(value.text);
  if (typeof value === 'string') return quoted(value);
  return typeof value === 'object' ? `[${value.map(quoted).join(', ')}]` : String(value);
}

/** JSON is valid YAML without the characters that only one of them reads as line ends; `visibleText` removes those. */
function quoted(text: string): string {
  return JSON.stringify(frontText(text));
}

function isFields(value: FrontValue): value is { readonly [key: string]: FrontValue } {
  return typeof value === 'object' && value !== null && !(value instanceof Day) && !Array.isArray(value);
}
