import { isRecord } from '#src/lib/is-record.ts';
import { parseJson } from '#src/lib/json-object.ts';
import { bytesOf, textOf } from './bytes.ts';
import { isFormatKey, isFormatValue } from './format-words.ts';
import type { Match, Renaming } from './match.ts';
import type { TextMatcher } from './text-matcher.ts';

/**
 * Removes the match from a file with one JSON value per line. Names of events in lists are removed or renamed; field
 * names stay. A line is deleted if it is about a file whose name contains the text, or if `isGone` is true for it. A line
 * that is not JSON is treated as text.
 */
export function forgetInJsonLines(
  bytes: string,
  match: Pick<Match, 'text'>,
  renamed: Renaming,
  isGone: (value: Record<string, unknown>) => boolean = () => false,
): string {
  const lines = bytes.split(/(?<=\n)/).map((line) => {
    const value = parseJson(textOf(line));
    if (value === undefined) return match.text.replace(line);
    const goes = isRecord(value) && (isGone(value) || isAboutMatch(value, match));
    return goes ? '' : edited(line, value, match, renamed, 0);
  });
  return lines.join('');
}

/** The same for a file with one JSON value, indented by two spaces. */
export function forgetInJson(bytes: string, match: Pick<Match, 'text'>, renamed: Renaming): string {
  const value = parseJson(textOf(bytes));
  return value === undefined ? match.text.replace(bytes) : edited(bytes, value, match, renamed, 2);
}

function isAboutMatch({ file }: Record<string, unknown>, match: Pick<Match, 'text'>): boolean {
  return typeof file === 'string' && match.text.isIn(bytesOf(file));
}

/** Times are never forgotten. */
const TIME = /^\d{4}-\d\d-\d\d(?:T[\d:.]+Z)?$/;

function edited(bytes: string, value: unknown, match: Pick<Match, 'text'>, renamed: Renaming, indent: number): string {
  const after = JSON.stringify(forgotten(value, match, renamed), null, indent);
  if (after === JSON.stringify(value, null, indent)) return bytes;
  return bytesOf(after) + (/\r?\n$/.exec(bytes)?.[0] ?? '');
}

function forgotten(value: unknown, match: Pick<Match, 'text'>, renamed: Renaming, under = ''): unknown {
  if (typeof value === 'string') return isFormatValue([under], value) ? value : forgottenString(value, match, renamed);
  if (Array.isArray(value)) {
    return value
      .filter((item) => typeof item !== 'string' || renamed(item) !== null)
      .map((item) => forgotten(item, match, renamed));
  }
  if (!isRecord(value)) return value;
  const fields = Object.entries(value).map(([key, item]) => [
    isFormatKey(key) ? key : replaced(key, match),
    forgotten(item, match, renamed, key),
  ]);
  return Object.fromEntries(fields);
}

function forgottenString(value: string, match: Pick<Match, 'text'>, renamed: Renaming): string {
  const name = renamed(value);
  if (name !== null && name !== value) return name;
  return TIME.test(value) ? value : replaced(value, match);
}

function replaced(text: string, match: Pick<Match, 'text'>): string {
  const bytes = bytesOf(text);
  const after = match.text.replace(bytes);
  return after === bytes ? text : textOf(after);
}

/** Below these, keys are names of memories or words of misses. All other keys belong to the format. */
const NAMED = new Set(['files', 'memories', 'words']);

/** Whether the values or names in a memory index (`Lookup`) contain a text. A file that is not JSON is treated as text. */
export function isInLookup(bytes: string, text: TextMatcher): boolean {
  const value = parseJson(textOf(bytes));
  if (value === undefined) return text.isIn(bytes);
  return textsIn(value, false).some((each) => text.isIn(bytesOf(each)));
}

function textsIn(value: unknown, isNamed: boolean): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap((item) => textsIn(item, false));
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([key, item]) => [
    ...(isNamed ? [key] : []),
    ...textsIn(item, !isNamed && NAMED.has(key)),
  ]);
}
