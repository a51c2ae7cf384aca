import { oneLine } from '#src/text/clip.ts';
import { visibleText } from '#src/text/visible.ts';
import { isDay } from '#src/value/calendar-day.ts';

/** What a key may say. `null` leaves it out. */
export type FrontValue =
  | string
  | number
  | boolean
  | null
  | Day
  | readonly string[]
  | { readonly [key: string]: FrontValue };

/** A day, which generators want unquoted: `2026-09-14`. */
export class Day {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** What says that a post is not to be published. The owner may rename these and never lose them. */
const DRAFT_FLAGS = ['draft', 'published'];

/**
 * Front matter between its lines, which every YAML reader takes for the same: texts in double quotes, lists in one
 * line. `keys` gives our keys the owner's names; null leaves one out.
 */
export function writeFrontMatter(
  values: Readonly<Record<string, FrontValue>>,
  keys: Readonly<Record<string, string | null>> = {},
): string {
  const lines = Object.entries(values).flatMap(([key, value]) => {
    const wanted = Object.hasOwn(keys, key) ? keys[key] : key;
    return wanted ? fieldLines(wanted, value, '') : DRAFT_FLAGS.includes(key) ? fieldLines(key, value, '') : [];
  });
  return `---\n${lines.join('\n')}\n---\n`;
}

/**
 * A text of the front matter in one line. Themes print titles as they are, so what looks like a tag stands between
 * other marks: `‹b›`.
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

/** JSON is YAML where nothing is in it that ends a line for one and not for the other; `visibleText` leaves none. */
function quoted(text: string): string {
  return JSON.stringify(frontText(text));
}

function isFields(value: FrontValue): value is { readonly [key: string]: FrontValue } {
  return typeof value === 'object' && value !== null && !(value instanceof Day) && !Array.isArray(value);
}

/** The front matter of a rendered post with the lines that enclose it; empty if it has none. */
export function frontMatterOf(text: string): string {
  return /^---\n[\s\S]*?\n---(?=\n|$)/.exec(text)?.[0] ?? '';
}
