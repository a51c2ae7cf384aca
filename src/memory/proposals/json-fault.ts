import { visit } from 'jsonc-parser';

/** Where a text stops being JSON: line and column from 1, and what is wrong there, as the end of a sentence. */
export interface JsonFault {
  line: number;
  column: number;
  fault: string;
}

/** Finds the first syntax error of a JSON text, or null. Not all engines report the place. */
export function jsonFault(text: string): JsonFault | null {
  const open: ('}' | ']')[] = [];
  let expected = 'a value';
  let fault: JsonFault | null = null;
  let literal = { start: 0, end: -1, expected };
  const afterValue = () => {
    const end = open.at(-1);
    expected = end ? `a comma or ${end}` : 'the end';
  };
  const begin = (end: '}' | ']') => {
    open.push(end);
    expected = end === '}' ? 'a key in quotes or }' : 'a value or ]';
  };
  const close = () => {
    open.pop();
    afterValue();
  };
  const handlers: Parameters<typeof visit>[1] = {
    onObjectBegin: () => begin('}'),
    onArrayBegin: () => begin(']'),
    onObjectEnd: close,
    onArrayEnd: close,
    onObjectProperty: () => {
      expected = 'a colon';
    },
    onSeparator: (character) => {
      expected = character === ',' && open.at(-1) === '}' ? 'a key in quotes' : 'a value';
    },
    onLiteralValue: (_value, start, length) => {
      literal = { start, end: start + length, expected };
      afterValue();
    },
    onError: (_code, at) => {
      fault ??= stopAt(at);
    },
  };
  const stopAt = (at: number): JsonFault => {
    if (!/[^ \t\r\n]/.test(text.slice(at))) return faultAt(text, text.length, 'the text ends too early');
    if (text[at] === '"' && !expected.startsWith('a co') && expected !== 'the end') return stringFault(text, at);
    // `01` is not a number that ends after the 0.
    const isRest = at === literal.end && text[literal.start] !== '"' && /[\w.]/.test(text[at] ?? '');
    const [start, missing] = isRest ? [literal.start, literal.expected] : [at, expected];
    return faultAt(text, start, `${missing} is expected here`);
  };
  try {
    visit(text, handlers, { disallowComments: true });
    return fault;
  } catch (error) {
    // The parser calls itself for each level.
    if (!(error instanceof RangeError)) throw error;
    return fault ?? faultAt(text, 0, 'it is nested too deeply');
  }
}

/** What is wrong with the invalid string that begins here. */
function stringFault(text: string, start: number): JsonFault {
  // A match of one character is not allowed in a string; valid escapes are longer.
  for (const { 0: found, index } of text.slice(start).matchAll(/\\(?:["\\/bfnrt]|u[\da-fA-F]{4})|[\\\u0000-\u001f]/g)) {
    if (found.length === 1)
      return faultAt(
        text,
        start + index,
        CHARACTERS.get(found) ?? 'control characters are not allowed in strings; write it as \\u and four digits',
      );
  }
  return faultAt(text, start, 'the string that begins here is never closed');
}

const LINE_BREAK = 'line breaks are not allowed in strings; write \\n';
const CHARACTERS = new Map([
  ['\n', LINE_BREAK],
  ['\r', LINE_BREAK],
  ['\\', 'this backslash does not start a JSON escape; write \\\\ for a backslash'],
]);

function faultAt(text: string, at: number, fault: string): JsonFault {
  const before = text.slice(0, at).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1, fault };
}
