/**
 * Reads small YAML files that the owner writes by hand:
 *
 *     title: The third time      ->   { title: 'The third time', part: 2 }
 *     part: 2
 *
 * Only unambiguous YAML 1.2: no aliases, type tags or duplicate keys, and every key is text. Dates stay text. Nothing is
 * evaluated or resolved.
 */
import {
  type Document,
  isAlias,
  isCollection,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parseDocument,
  Scalar,
  visit,
  type YAMLMap,
} from 'yaml';
import { ChronicleError } from './chronicle-error.ts';

/** The largest file that is parsed (characters). A hand-written one has a hundredth of that. */
const LARGEST = 256 * 1024;

/** A place in a file, counted from 1. */
export interface YamlPlace {
  line: number;
  column: number;
}

export type YamlPath = readonly (string | number)[];

export interface YamlReading {
  /** Objects, lists, strings, numbers, booleans and null; null for an empty file or one with a problem. */
  value: unknown;
  /** The place of a value or its key; if it does not exist, the place of its nearest container. */
  placeOf(path: YamlPath, isKey?: boolean): YamlPlace;
  /** A scalar as written: the text `1984` for `title: 1984`. Null for lists, objects and missing values. */
  textOf(path: YamlPath): string | null;
  /** Why nothing in the file is used, as the end of a sentence. */
  problem: (YamlPlace & { fault: string }) | null;
}

/** Reads a text of at most 256 KiB. Never throws. */
export function readYaml(text: string): YamlReading {
  if (text.length > LARGEST) return unread({ line: 1, column: 1, fault: 'it is larger than 256 KiB' });
  const lines = new LineCounter();
  const placeAt = (offset: number) => {
    const { line, col } = lines.linePos(offset);
    // At the end of an empty file, the parser counts from 0.
    return { line: Math.max(1, line), column: Math.max(1, col) };
  };
  try {
    const document = yamlDocument(text, lines);
    const fault = faultIn(document);
    if (fault) return unread({ ...placeAt(fault.offset), fault: fault.fault });
    const root = document.contents;
    return {
      value: plainValue(root),
      placeOf: (path, isKey = false) => placeAt(nodeAt(root, path, isKey).place?.range?.[0] ?? 0),
      textOf: (path) => textOf(nodeAt(root, path).node),
      problem: null,
    };
  } catch {
    // The parser recurses into each level without a limit.
    return unread({ line: 1, column: 1, fault: 'it is nested too deeply' });
  }
}

/**
 * The front matter of a memory file as objects, lists and texts: each scalar becomes its text as written, whatever its type
 * tag. Throws for everything that `readYaml` rejects, except type tags.
 */
export function yamlTexts(text: string): unknown {
  const document = yamlDocument(text);
  const fault = faultIn(document, { allowsTags: true });
  if (fault) throw new Error(fault.fault);
  return plainValue(document.contents, keyOf);
}

/** Parses a text; faults are listed in the result. Throws if it is nested too deeply. */
function yamlDocument(text: string, lineCounter = new LineCounter()): Document.Parsed {
  return parseDocument(text, {
    lineCounter,
    // With 'silent', the parser would ignore all documents after the first.
    logLevel: 'error',
    prettyErrors: false,
    // A file may declare another YAML version, with dates and more booleans.
    schema: 'core',
    resolveKnownTags: false,
    merge: false,
    // The parser's check is quadratic: 194 s for 100,000 keys.
    uniqueKeys: false,
  });
}

function unread(problem: YamlPlace & { fault: string }): YamlReading {
  const { line, column } = problem;
  return { value: null, placeOf: () => ({ line, column }), textOf: () => null, problem };
}

function plainValue(node: Node | null, scalarOf: (scalar: Scalar) => unknown = ({ value }) => value): unknown {
  if (isMap<Node, Node | null>(node)) {
    return Object.fromEntries(node.items.map(({ key, value }) => [keyOf(key), plainValue(value, scalarOf)]));
  }
  if (isSeq<Node | null>(node)) return node.items.map((item) => plainValue(item, scalarOf));
  return isScalar(node) ? scalarOf(node) : null;
}

function textOf(node: Node | null): string | null {
  return isScalar(node) && node.value !== null ? (node.source ?? String(node.value)) : null;
}

/** The value at a path, and the node that best marks its place: the value, its key, or its container. */
function nodeAt(root: Node | null, path: YamlPath, isKey = false): { node: Node | null; place: Node | null } {
  let node = root;
  let place = root;
  for (const [depth, step] of path.entries()) {
    const child = childOf(node, step);
    if (!child) return { node: null, place };
    node = child.value;
    place = isEmpty(node) || (isKey && depth === path.length - 1) ? (child.key ?? place) : node;
  }
  return { node, place };
}

/** A value in a map or list, and its key in a map. */
interface Child {
  key: Node | null;
  value: Node | null;
}

function childOf(node: Node | null, step: string | number): Child | undefined {
  if (isMap<Node, Node | null>(node)) return childrenOf(node).get(String(step));
  const item = isSeq<Node | null>(node) && typeof step === 'number' ? node.items[step] : undefined;
  return item === undefined ? undefined : { key: null, value: item };
}

/** The values of a map by key. Cached: searching for each fault took 20 s for 20,000 keys. */
function childrenOf(map: YAMLMap<Node, Node | null>): ReadonlyMap<string, Child> {
  const known = CHILDREN.get(map) ?? new Map(map.items.map(({ key, value }) => [keyOf(key), { key, value }]));
  CHILDREN.set(map, known);
  return known;
}

const CHILDREN = new WeakMap<object, ReadonlyMap<string, Child>>();

function isEmpty(node: Node | null): boolean {
  return node === null || isAlias(node) || (isScalar(node) && node.value === null);
}

interface YamlFault {
  offset: number;
  /** The end of a sentence. */
  fault: string;
}

/** The first reason to reject a text: invalid YAML, or a construct that is not allowed. Null if there is none. */
function faultIn(document: Document.Parsed, { allowsTags = false } = {}): YamlFault | null {
  const [error] = document.errors;
  if (error) return { offset: error.pos[0], fault: wordsOf(error.code) };
  return faultAt(document.contents, allowsTags);
}

/** A key as text, as written: `12e4` is not a number here. */
function keyOf(key: Node | null): string {
  return isScalar(key) ? (key.source ?? String(key.value)) : '';
}

function faultAt(node: Node | null, allowsTags: boolean): YamlFault | null {
  if (node === null) return null;
  const offset = node.range?.[0] ?? 0;
  if (isAlias(node)) return { offset, fault: 'aliases (*) are not allowed' };
  if (node.tag !== undefined && !allowsTags) return { offset, fault: 'type tags (!) are not allowed' };
  if (isMap<Node, Node | null>(node)) return faultInMap(node.items, allowsTags);
  if (!isSeq<Node | null>(node)) return null;
  return firstFault(node.items, (item) => faultAt(item, allowsTags));
}

function faultInMap(items: readonly { key: Node; value: Node | null }[], allowsTags: boolean): YamlFault | null {
  const keys = new Set<string>();
  return firstFault(items, ({ key, value }) => {
    const offset = key?.range?.[0] ?? value?.range?.[0] ?? 0;
    if (!isScalar(key) || (key.tag !== undefined && !allowsTags)) return { offset, fault: 'a key is not plain text' };
    const name = keyOf(key);
    if (keys.has(name)) return { offset, fault: 'duplicate key' };
    keys.add(name);
    return faultAt(value, allowsTags);
  });
}

function firstFault<Item>(items: readonly Item[], faultOf: (item: Item) => YamlFault | null): YamlFault | null {
  for (const item of items) {
    const fault = faultOf(item);
    if (fault) return fault;
  }
  return null;
}

/** The parser's code in words: `BAD_INDENT` becomes "bad indent". */
function wordsOf(code: string): string {
  return code === 'RESOURCE_EXHAUSTION' ? 'it is nested too deeply' : code.toLowerCase().replaceAll('_', ' ');
}

/** A value and its path; a list index equal to the length appends. Undefined deletes the value. */
export interface YamlChange {
  path: YamlPath;
  value: unknown;
}

/**
 * Sets values in a YAML file of the owner. Everything else keeps its comments, order and quotes, but whitespace around it
 * may change. Also works on an empty text. Throws CHRONICLE_YAML for unreadable text; callers should check that first, to
 * name the file.
 */
export function editYaml(text: string, changes: readonly YamlChange[]): string {
  const { problem } = readYaml(text);
  if (problem) {
    const { line, column, fault } = problem;
    throw new ChronicleError(
      'CHRONICLE_YAML',
      `The YAML cannot be read at ${line}:${column}: ${fault}. Nothing was written.`,
    );
  }
  const document = yamlDocument(text);
  for (const change of changes) apply(document, change);
  visit(document, { Scalar: (_, scalar) => quoteOdd(scalar) });
  const edited = document.toString({ lineWidth: 0, indentSeq: !hasFlushLists(text) });
  return text.includes('\r\n') ? edited.replace(/\r?\n/g, '\r\n') : edited;
}

function apply(document: Document.Parsed, { path, value }: YamlChange): void {
  if (value === undefined) {
    if (path.length > 0) document.deleteIn(path);
    return;
  }
  makeContainers(document, path);
  const before = document.getIn(path, true);
  const isPlain = typeof value !== 'object' || value === null;
  // Keep the existing node with its comment and quotes.
  if (isScalar(before) && isPlain) before.value = value;
  else document.setIn(path, document.createNode(value));
}

/** Creates missing maps and lists along a path, and turns an empty `[]` or `{}` into block style. */
function makeContainers(document: Document.Parsed, path: YamlPath): void {
  for (let depth = 0; depth < path.length; depth++) {
    const place = path.slice(0, depth);
    const existing = depth === 0 ? document.contents : document.getIn(place, true);
    if (isCollection(existing)) {
      if (existing.items.length === 0) existing.flow = false;
      continue;
    }
    const created = document.createNode(typeof path[depth] === 'number' ? [] : {});
    if (depth > 0) document.setIn(place, created);
    // Setting `contents` directly keeps an empty document's comments at the top.
    else Object.assign(document, { contents: created });
  }
}

/** Double-quotes text with line breaks or invisible characters. */
function quoteOdd(scalar: Scalar): void {
  const { value } = scalar;
  if (typeof value !== 'string' || scalar.source === value) return;
  scalar.value = value.toWellFormed();
  if (ODD.test(value)) scalar.type = Scalar.QUOTE_DOUBLE;
}

const ODD = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\u00a0]/u;

/** Whether lists begin in the same column as their key, as some people write them. */
function hasFlushLists(text: string): boolean {
  return /^( *)(?:- )?[^\s#-][^\n]*:[ \t]*\r?\n\1- /m.test(text);
}
