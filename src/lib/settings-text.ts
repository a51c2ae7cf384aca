/**
 * The text of Claude Code's settings files, which belong to others: read for our hooks, and edited without changing any other
 * byte.
 *
 *     { "permissions": {…}, "hooks": { "SessionStart": [ { "hooks": [ { "type": "command", … } ] } ] } }
 *
 * Comments and trailing commas are understood and kept, although Claude Code 2.1.329 does not load a file with them.
 */
import { createScanner, type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';

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
  if (first) return faultAt(text, Math.min(first.offset, text.trimEnd().length), wordsOf(first));
  if (root?.type !== 'object') return faultAt(text, root?.offset ?? 0, 'the settings are not an object');
  return hooksFault(text, root) ?? root;
}

/**
 * The first comment or trailing comma in a text; null if it has none. Claude Code 2.1.329 ignores the whole file for either
 * one. Expects a text that `settingsTree` accepts.
 */
export function extensionFault(text: string): SettingsFault | null {
  const scanner = createScanner(text, false);
  let comma: number | null = null;
  for (let kind: number = scanner.scan(); kind !== TOKEN.end; kind = scanner.scan()) {
    if (TOKEN.comments.includes(kind)) return faultAt(text, scanner.getTokenOffset(), 'a comment');
    if (comma !== null && TOKEN.closing.includes(kind)) return faultAt(text, comma, 'a trailing comma');
    if (!TOKEN.blanks.includes(kind)) comma = kind === TOKEN.comma ? scanner.getTokenOffset() : null;
  }
  return null;
}

/** What a comment or trailing comma costs, with its place, as sentences for people. */
export function extensionSentence(path: string, { line, column, message }: SettingsFault): string {
  return `${path}:${line}:${column}: Claude Code does not load a settings file with ${message}, so no hook in it runs.`;
}

/** `SyntaxKind` of jsonc-parser is a const enum, which leaves no values behind. */
const TOKEN = { closing: [2, 4], comma: 5, lineComment: 12, comments: [12, 13], blanks: [14, 15], end: 17 };

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

function wordsOf({ error }: ParseError): string {
  const words = WORDS[printParseErrorCode(error)];
  return words === undefined ? 'not valid JSON' : `not valid JSON: ${words}`;
}

/** Messages for the parser's error codes. */
const WORDS: Readonly<Record<string, string>> = {
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
    return parseTree(text, errors, { allowTrailingComma: true });
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

/** A value for an object or a list in a JSON text. */
interface Member {
  /** Null in a list. */
  key: string | null;
  value: unknown;
}

/**
 * The text with another member at the end of an object or list, in the style of its neighbours: on lines of its own with their
 * indentation, or within the line. All other bytes stay, including comments and trailing commas.
 */
export function withMember(text: string, container: Node, member: Member): string {
  const last = container.children?.at(-1);
  if (!last) return withFirstMember(text, container, member);
  const close = endOf(container) - 1;
  const tail = text.slice(endOf(last), close);
  const hasComma = commaBetween(text, endOf(last), close) !== null;
  const [before, after] = hasComma ? ['', ','] : [',', ''];
  const kept = tail.trimEnd();
  const end = endOf(last) + kept.length;
  if (!tail.includes('\n')) {
    const blank = /[,:] /.test(text.slice(container.offset, close)) ? ' ' : '';
    return spliced(text, endOf(last), end, `${before}${kept}${blank}${inLine(member)}${after}`);
  }
  const style = styleOf(text);
  const indent = indentAt(text, last.offset) ?? `${indentOfLine(text, container.offset)}${style.unit}`;
  const added = `${style.eol}${indent}${onLines(member, style, indent)}${after}`;
  return spliced(text, endOf(last), end, `${before}${kept}${added}`);
}

function withFirstMember(text: string, container: Node, member: Member): string {
  const [open, close] = [container.offset + 1, endOf(container) - 1];
  const style = styleOf(text);
  const inner = text.slice(open, close).trimEnd();
  const behind = open + inner.length;
  // After a comment on the closing bracket's line: a new line could not be told from the person's own later.
  if (inner !== '' && !text.slice(behind, close).includes('\n')) return spliced(text, behind, behind, inLine(member));
  if (style.isOneLine && inner === '') return spliced(text, open, close, inLine(member));
  const outer = indentOfLine(text, container.offset);
  const indent = `${outer}${style.unit}`;
  const added = `${style.eol}${indent}${onLines(member, style, indent)}${style.eol}${outer}`;
  return spliced(text, open, close, `${inner}${added}`);
}

/** The text without a member of an object or list, its comma and its white space. */
export function withoutMember(text: string, container: Node, member: Node): string {
  const children = container.children ?? [];
  const index = children.indexOf(member);
  const [previous, next] = [children[index - 1], children[index + 1]];
  const close = endOf(container) - 1;
  const from = previous ? endOf(previous) : container.offset + 1;
  // White space before the member is removed, a comment there stays.
  const kept = text.slice(from, member.offset).trimEnd();
  const behind = commaBetween(text, endOf(member), next?.offset ?? close);
  if (behind === null && previous) {
    const comma = (commaBetween(text, from, member.offset) ?? from) - from;
    const parted = kept.slice(0, comma) + kept.slice(comma + 1);
    const gap = swallows(kept, text.slice(endOf(member))) ? text.slice(from + kept.length, member.offset) : '';
    return spliced(text, from, endOf(member), parted + gap);
  }
  const end = behind === null ? endOf(member) : behind + 1;
  const isEmpty = children.length === 1 && kept === '' && text.slice(end, close).trim() === '';
  const gap = swallows(kept, text.slice(end)) ? text.slice(from + kept.length, member.offset) : '';
  return spliced(text, from, isEmpty ? close : end, kept + gap);
}

/** Whether comments and commas end in a line comment that would swallow what follows. */
function swallows(trivia: string, rest: string): boolean {
  const scanner = createScanner(trivia, false);
  let last: number = TOKEN.end;
  for (let kind: number = scanner.scan(); kind !== TOKEN.end; kind = scanner.scan()) last = kind;
  return last === TOKEN.lineComment && !/^[ \t]*\r?\n/.test(rest);
}

interface Style {
  unit: string;
  eol: string;
  /** Whether the whole text is on one line and not empty. */
  isOneLine: boolean;
}

function styleOf(text: string): Style {
  const unit = /\n([ \t]{1,8})\S/.exec(text)?.[1] ?? '  ';
  return {
    unit: unit.startsWith('\t') ? '\t' : unit,
    eol: text.includes('\r\n') ? '\r\n' : '\n',
    isOneLine: !text.trim().includes('\n') && !/^\{\s*\}$/.test(text.trim()),
  };
}

function inLine({ key, value }: Member): string {
  return `${key === null ? '' : `${JSON.stringify(key)}:`}${JSON.stringify(value)}`;
}

function onLines({ key, value }: Member, { unit, eol }: Style, indent: string): string {
  const json = JSON.stringify(value, null, unit).replaceAll('\n', `${eol}${indent}`);
  return `${key === null ? '' : `${JSON.stringify(key)}: `}${json}`;
}

/** The offset of the first comma outside of comments between two offsets; null if there is none. */
function commaBetween(text: string, start: number, end: number): number | null {
  const scanner = createScanner(text, false);
  scanner.setPosition(start);
  for (let kind: number = scanner.scan(); scanner.getTokenOffset() < end; kind = scanner.scan()) {
    if (kind === TOKEN.comma) return scanner.getTokenOffset();
    if (![...TOKEN.comments, ...TOKEN.blanks].includes(kind)) return null;
  }
  return null;
}

/** The white space before an offset, if nothing else precedes it on its line; else null. */
function indentAt(text: string, offset: number): string | null {
  const before = text.slice(lineStart(text, offset), offset);
  return before.trim() === '' ? before : null;
}

/** The white space with which the line of an offset begins. */
function indentOfLine(text: string, offset: number): string {
  return /^[ \t]*/.exec(text.slice(lineStart(text, offset), offset))?.[0] ?? '';
}

/** An offset of 0 has nothing before it, where `lastIndexOf` would find a break at 0. */
function lineStart(text: string, offset: number): number {
  return offset === 0 ? 0 : text.lastIndexOf('\n', offset - 1) + 1;
}

function endOf(node: Node): number {
  return node.offset + node.length;
}

function spliced(text: string, start: number, end: number, by: string): string {
  return text.slice(0, start) + by + text.slice(end);
}
