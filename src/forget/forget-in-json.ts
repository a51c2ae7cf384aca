import { isRecord } from '../value/is-record.ts';
import { bytesOf, textOf } from './bytes.ts';
import { isFormatKey, isFormatValue } from './format-words.ts';
import type { Renaming, Wanted } from './wanted.ts';

/**
 * A file of one JSON value a line without what is wanted. Names of events in lists go, or are those that the events have
 * afterwards; words of the format stay. A line about a file whose name says it goes as a whole, since it would be about
 * nothing, and so does one of which `isGone` says so. A line that is no JSON is taken for text.
 */
export function forgetInJsonLines(
  bytes: string,
  wanted: Pick<Wanted, 'text'>,
  renamed: Renaming,
  isGone: (value: Record<string, unknown>) => boolean = () => false,
): string {
  const lines = bytes.split(/(?<=\n)/).map((line) => {
    const value = parsed(line);
    if (value === undefined) return wanted.text.replace(line);
    const goes = isRecord(value) && (isGone(value) || isAboutWanted(value, wanted));
    return goes ? '' : edited(line, value, wanted, renamed, 0);
  });
  return lines.join('');
}

/** A file that is one JSON value, written with two blanks a level, likewise. */
export function forgetInJson(bytes: string, wanted: Pick<Wanted, 'text'>, renamed: Renaming): string {
  const value = parsed(bytes);
  return value === undefined ? wanted.text.replace(bytes) : edited(bytes, value, wanted, renamed, 2);
}

function isAboutWanted({ file }: Record<string, unknown>, wanted: Pick<Wanted, 'text'>): boolean {
  return typeof file === 'string' && wanted.text.isIn(bytesOf(file));
}

/** A time is no text of anybody. */
const TIME = /^\d{4}-\d\d-\d\d(?:T[\d:.]+Z)?$/;

function edited(
  bytes: string,
  value: unknown,
  wanted: Pick<Wanted, 'text'>,
  renamed: Renaming,
  indent: number,
): string {
  const after = JSON.stringify(forgotten(value, wanted, renamed), null, indent);
  if (after === JSON.stringify(value, null, indent)) return bytes;
  return bytesOf(after) + (/\r?\n$/.exec(bytes)?.[0] ?? '');
}

function forgotten(value: unknown, wanted: Pick<Wanted, 'text'>, renamed: Renaming, under = ''): unknown {
  if (typeof value === 'string') return isFormatValue([under], value) ? value : forgottenString(value, wanted, renamed);
  if (Array.isArray(value)) {
    return value
      .filter((item) => typeof item !== 'string' || renamed(item) !== null)
      .map((item) => forgotten(item, wanted, renamed));
  }
  if (!isRecord(value)) return value;
  const fields = Object.entries(value).map(([key, item]) => [
    isFormatKey(key) ? key : replaced(key, wanted),
    forgotten(item, wanted, renamed, key),
  ]);
  return Object.fromEntries(fields);
}

function forgottenString(value: string, wanted: Pick<Wanted, 'text'>, renamed: Renaming): string {
  const name = renamed(value);
  if (name !== null && name !== value) return name;
  return TIME.test(value) ? value : replaced(value, wanted);
}

function replaced(text: string, wanted: Pick<Wanted, 'text'>): string {
  const bytes = bytesOf(text);
  const after = wanted.text.replace(bytes);
  return after === bytes ? text : textOf(after);
}

function parsed(bytes: string): unknown {
  try {
    return JSON.parse(textOf(bytes));
  } catch {
    return undefined;
  }
}
