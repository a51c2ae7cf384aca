/**
 * The text of Claude Code's settings files, which belong to others: read for our hooks, and edited without changing other lines.
 *
 *     { "permissions": {…}, "hooks": { "SessionStart": [ { "hooks": [ { "type": "command", … } ] } ] } }
 *
 * A comment or a trailing comma is a fault: Claude Code 2.1.329 does not load a file with one.
 */
import {
  applyEdits,
  type JSONPath,
  modify,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser';

/** An error in a text: its line and column from 1, and a message without a full stop. */
export interface SettingsFault {
  line: number;
  column: number;
  message: string;
}

/** The tree of a settings text, or why it cannot be edited. Expects no byte order mark. */
export function settingsTree(text: string): Node | SettingsFault {
  const errors: ParseError[] = [];
  const root = treeOf(text, errors);
  const [first] = errors;
  if (first) return parseFault(text, first);
  if (root?.type !== 'object') return faultAt(text, root?.offset ?? 0, 'the settings are not an object');
  return hooksFault(text, root) ?? root;
}

export function isFault(tree: Node | SettingsFault): tree is SettingsFault {
  return 'message' in tree;
}

/** The value of a key; of a duplicate key, the last, as in Claude Code. */
export function valueUnder(object: Node | undefined, key: string): Node | undefined {
  if (object?.type !== 'object') return undefined;
  return object.children?.findLast(({ children }) => children?.[0]?.value === key)?.children?.[1];
}

/** The members of an object; none for any other value. */
export function membersOf(object: Node | undefined): [key: string, value: Node][] {
  if (object?.type !== 'object') return [];
  return (object.children ?? []).flatMap(({ children: [key, value] = [] }) =>
    key && value ? [[String(key.value), value] as [string, Node]] : [],
  );
}

/** The line of an offset, from 1. */
function lineOf(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}

/** A text without its byte order mark. */
export function unmarked(text: string): string {
  return text.startsWith('\ufeff') ? text.slice(1) : text;
}

function parseFault(text: string, { error, offset }: ParseError): SettingsFault {
  const before = text.slice(0, offset).trimEnd();
  // The parser is at the bracket behind the comma.
  if (/[}\]]/.test(text.charAt(offset)) && before.endsWith(','))
    return faultAt(text, before.length - 1, 'not valid JSON: a trailing comma');
  const words = WORDS[printParseErrorCode(error)];
  const message = words === undefined ? 'not valid JSON' : `not valid JSON: ${words}`;
  return faultAt(text, Math.min(offset, text.trimEnd().length), message);
}

/** Messages for the parser's error codes. */
const WORDS: Readonly<Record<string, string>> = {
  InvalidCommentToken: 'a comment',
  InvalidSymbol: 'unknown word; expected true, false, null or a value in quotes',
  InvalidNumberFormat: 'malformed number',
  PropertyNameExpected: 'expected a name in double quotes',
  ValueExpected: 'expected a value',
  ColonExpected: 'expected a colon',
  CommaExpected: 'expected a comma before this',
  CloseBraceExpected: 'expected a closing }',
  CloseBracketExpected: 'expected a closing ]',
  EndOfFileExpected: 'unexpected text after the end of the settings',
  UnexpectedEndOfComment: 'unterminated comment',
  UnexpectedEndOfString: 'unterminated string',
  UnexpectedEndOfNumber: 'incomplete number',
  InvalidUnicode: '\\u needs four hexadecimal digits',
  InvalidEscapeCharacter: 'invalid escape sequence',
  InvalidCharacter: 'a control character in a string must be escaped',
};

/** Undefined if brackets are nested too deeply for the parser. */
function treeOf(text: string, errors: ParseError[]): Node | undefined {
  try {
    return parseTree(text, errors, { disallowComments: true });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return undefined;
  }
}

/** Why our hooks cannot be added under `hooks`; null if they can. */
function hooksFault(text: string, root: Node): SettingsFault | null {
  const twice = repeated(root, 'hooks');
  if (twice) return faultAt(text, twice.offset, 'duplicate key "hooks"; Claude Code uses only the last one');
  const hooks = valueUnder(root, 'hooks');
  if (hooks && hooks.type !== 'object') return faultAt(text, hooks.offset, '"hooks" is not an object');
  for (const [event, groups] of membersOf(hooks)) {
    const name = JSON.stringify(event);
    if (groups.type !== 'array') return faultAt(text, groups.offset, `${name} under "hooks" is not a list`);
    const again = repeated(hooks, event);
    if (again) return faultAt(text, again.offset, `duplicate key ${name} under "hooks"`);
    const wrong = groups.children?.find((group) => valueUnder(group, 'hooks')?.type !== 'array');
    if (wrong) return faultAt(text, wrong.offset, `this entry of ${name} has no list of "hooks"`);
  }
  return null;
}

/** The second property with this key. */
function repeated(object: Node | undefined, key: string): Node | undefined {
  return object?.children?.filter(({ children }) => children?.[0]?.value === key)[1];
}

function faultAt(text: string, offset: number, message: string): SettingsFault {
  const column = offset - text.slice(0, offset).lastIndexOf('\n');
  return { line: lineOf(text, offset), column, message };
}

/**
 * The text with a value at a path, where -1 is the end of a list; `undefined` removes what is there. Missing objects and
 * lists are made. The lines that change are formatted in the style of the text; all others stay as they are.
 */
export function withValue(text: string, path: JSONPath, value: unknown): string {
  const [, unit = '  '] = /\n([ \t]{1,8})\S/.exec(text) ?? [];
  const formattingOptions = {
    insertSpaces: !unit.startsWith('\t'),
    tabSize: unit.length,
    eol: text.includes('\r\n') ? '\r\n' : '\n',
  };
  return applyEdits(text, modify(text, path, value, { formattingOptions, isArrayInsertion: path.at(-1) === -1 }));
}
