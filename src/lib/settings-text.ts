/**
 * JSON files that belong to others or to the owner, read and written again with a changed value, in their own indentation and
 * line ends: Claude Code's settings and our `config.json`.
 *
 * A comment or a trailing comma is a fault: Claude Code 2.1.329 does not load a file with one.
 */
import {
  findNodeAtLocation,
  type JSONPath,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser';
import { ChronicleError } from './chronicle-error.ts';
import { isRecord } from './is-record.ts';

declare global {
  interface JSON {
    rawJSON(text: string): unknown;
    parse(text: string, reviver: (key: string, value: unknown, context: { source: string }) => unknown): unknown;
  }
}

/** An error in a text: its line and column from 1, and a message without a full stop. */
export interface SettingsFault {
  line: number;
  column: number;
  message: string;
}

/** The object in a settings text, without fields for an empty text; or why there is none. */
export function readSettings(text: string): { value: Record<string, unknown> } | SettingsFault {
  const body = unmarked(text);
  if (body.trim() === '') return { value: {} };
  try {
    const errors: ParseError[] = [];
    parseTree(body, errors, { disallowComments: true });
    const [first] = errors;
    if (first) return parseFault(body, first);
    const value: unknown = JSON.parse(body);
    return isRecord(value) ? { value } : faultAt(text, [], 'the settings are not an object');
  } catch (error) {
    if (!(error instanceof RangeError || error instanceof SyntaxError)) throw error;
    return { line: 1, column: 1, message: 'not valid JSON, or nested too deeply' };
  }
}

/** A fault of the value at a path. Expects a valid text. */
export function faultAt(text: string, path: JSONPath, message: string): SettingsFault {
  return faultAtOffset(unmarked(text), nodeAt(text, path)?.offset ?? 0, message);
}

/** The fault of a key that the object at a path has twice; null if it has not. Expects a valid text. */
export function repeatFault(text: string, path: JSONPath, key: string, message: string): SettingsFault | null {
  const properties = nodeAt(text, path)?.children ?? [];
  const again = properties.filter(({ children }) => children?.[0]?.value === key)[1];
  return again ? faultAtOffset(unmarked(text), again.offset, message) : null;
}

/** The text with the object that an edit returns. Numbers stay as they are written. Expects a text that `readSettings` reads. */
export function withEdit(text: string, edit: (value: Record<string, unknown>) => object): string {
  const body = unmarked(text);
  const mark = text.slice(0, text.length - body.length);
  const isEmpty = body.trim() === '';
  const asWritten = (_key: string, value: unknown, { source }: { source: string }) =>
    typeof value === 'number' ? JSON.rawJSON(source) : value;
  const value = isEmpty ? {} : (JSON.parse(body, asWritten) as Record<string, unknown>);
  const [, unit = '  '] = /\n([ \t]{1,8})\S/.exec(body) ?? [];
  const [end = ''] = isEmpty ? ['\n'] : (/\s*$/.exec(body) ?? []);
  const written = JSON.stringify(edit(value), null, unit);
  return mark + (body.includes('\r\n') ? written.replaceAll('\n', '\r\n') : written) + end;
}

/** The same for `config.json`. Refuses (CHRONICLE_BAD_CONFIG) a text that is not an object. */
export function withConfigEdit(path: string, text: string, edit: (value: Record<string, unknown>) => object): string {
  const read = readSettings(text);
  if ('value' in read) return withEdit(text, edit);
  throw new ChronicleError(
    'CHRONICLE_BAD_CONFIG',
    `${path}:${read.line}:${read.column}: ${read.message}. Fix it there, then run this again. The file was not changed.`,
  );
}

/** A text without its byte order mark. */
export function unmarked(text: string): string {
  return text.startsWith('\ufeff') ? text.slice(1) : text;
}

function nodeAt(text: string, path: JSONPath): Node | undefined {
  const root = parseTree(unmarked(text));
  return root && findNodeAtLocation(root, path);
}

function parseFault(text: string, { error, offset }: ParseError): SettingsFault {
  const before = text.slice(0, offset).trimEnd();
  // The parser is at the bracket behind the comma.
  if (/[}\]]/.test(text.charAt(offset)) && before.endsWith(','))
    return faultAtOffset(text, before.length - 1, 'not valid JSON: a trailing comma');
  const code = printParseErrorCode(error);
  const words = code === 'InvalidCommentToken' ? 'a comment' : code.replace(/\B[A-Z]/g, (letter) => ` ${letter}`);
  return faultAtOffset(text, Math.min(offset, text.trimEnd().length), `not valid JSON: ${words.toLowerCase()}`);
}

function faultAtOffset(text: string, offset: number, message: string): SettingsFault {
  const before = text.slice(0, offset);
  return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n'), message };
}
