/** Where a text stops being JSON: line and column from 1, and what is wrong there as the end of a sentence. */
export interface JsonFault {
  line: number;
  column: number;
  fault: string;
}

const BLANKS = /[ \t\r\n]*/y;
const NUMBER_OR_WORD = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])|(?:true|false|null)(?!\w)/y;
const PLAIN = /[^"\\\u0000-\u001f]*/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

type Expected =
  | 'a value'
  | 'a value or ]'
  | 'a key in quotes'
  | 'a key in quotes or }'
  | 'a colon'
  | 'a comma'
  | 'the end';

/** Finds the first place that keeps a text from being JSON; null if it is JSON. Engines do not all tell where. */
export function jsonFault(text: string): JsonFault | null {
  const open: ('{' | '[')[] = [];
  let expected: Expected = 'a value';
  let at = 0;
  for (;;) {
    at = endOf(BLANKS, text, at) ?? at;
    const character = text[at];
    if (character === undefined) return expected === 'the end' ? null : faultAt(text, at, 'the text ends too early');
    const isValue: boolean = expected === 'a value' || expected === 'a value or ]';
    const isKey: boolean = expected === 'a key in quotes' || expected === 'a key in quotes or }';
    if (character === '"' && (isValue || isKey)) {
      const end = endOfString(text, at);
      const fault = stringFault(text, at, end);
      if (fault) return fault;
      at = end;
      expected = isKey ? 'a colon' : afterValue(open);
    } else if (isValue && (character === '{' || character === '[')) {
      open.push(character);
      at++;
      expected = character === '{' ? 'a key in quotes or }' : 'a value or ]';
    } else if (closes(character, expected, open)) {
      open.pop();
      at++;
      expected = afterValue(open);
    } else if (character === ':' && expected === 'a colon') {
      at++;
      expected = 'a value';
    } else if (character === ',' && expected === 'a comma') {
      at++;
      expected = open.at(-1) === '{' ? 'a key in quotes' : 'a value';
    } else {
      const end = isValue ? endOf(NUMBER_OR_WORD, text, at) : null;
      if (end === null) return faultAt(text, at, `${expectation(expected, open)} is expected here`);
      at = end;
      expected = afterValue(open);
    }
  }
}

function closes(character: string, expected: Expected, open: readonly string[]): boolean {
  if (character === '}') return open.at(-1) === '{' && (expected === 'a key in quotes or }' || expected === 'a comma');
  return character === ']' && open.at(-1) === '[' && (expected === 'a value or ]' || expected === 'a comma');
}

function afterValue(open: readonly string[]): Expected {
  return open.length === 0 ? 'the end' : 'a comma';
}

function expectation(expected: Expected, open: readonly string[]): string {
  if (expected !== 'a comma') return expected;
  return open.at(-1) === '{' ? 'a comma or }' : 'a comma or ]';
}

function stringFault(text: string, start: number, end: number): JsonFault | null {
  if (end - start > 1 && text[end - 1] === '"' && !isEscaped(text, end - 1)) return null;
  const character = text[end];
  if (character === undefined) return faultAt(text, start, 'the string that begins here is never closed');
  if (character === '\n' || character === '\r')
    return faultAt(text, end, 'a line break stands inside a string; write it as \\n');
  if (character === '\\')
    return faultAt(text, end, 'this backslash begins no escape of JSON; write \\\\ for a backslash');
  return faultAt(text, end, 'a control character stands inside a string; write it as \\u and four digits');
}

/** Whether the quote before the end of a match is the text of an escape and not the string's own. */
function isEscaped(text: string, quote: number): boolean {
  let backslashes = 0;
  while (text[quote - 1 - backslashes] === '\\') backslashes++;
  return backslashes % 2 === 1;
}

/** Where a string that begins at `start` ends, or stops being one. One pattern for all of it would use up the stack. */
function endOfString(text: string, start: number): number {
  let at = start + 1;
  for (;;) {
    at = endOf(PLAIN, text, at) ?? at;
    const next = endOf(ESCAPE, text, at);
    if (next === null) return text[at] === '"' ? at + 1 : at;
    at = next;
  }
}

function endOf(pattern: RegExp, text: string, at: number): number | null {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : null;
}

function faultAt(text: string, at: number, fault: string): JsonFault {
  const before = text.slice(0, at).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1, fault };
}
