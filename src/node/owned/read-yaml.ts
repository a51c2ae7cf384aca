/**
 * Small files that the owner writes by hand, as values:
 *
 *     title: The third time      ->   { title: 'The third time', part: 2 }
 *     part: 2
 *
 * Plain YAML 1.2, and of that only what means one thing: no aliases, no tags, no key twice, keys that are text. Days
 * stay text. Nothing is evaluated and nothing is looked up.
 */
import {
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parseDocument,
  type Scalar,
  type YAMLMap,
} from 'yaml';
import { faultIn, keyOf } from './yaml-fault.ts';

/** A hand-written file has a hundredth of that; the parser's time grows with what it is given. */
const LARGEST = 256 * 1024;

/** Where something stands in a file, from 1. */
export interface YamlPlace {
  line: number;
  column: number;
}

export type YamlPath = readonly (string | number)[];

export interface YamlReading {
  /** Objects, lists, strings, numbers, booleans and null; null for an empty file and where there is a problem. */
  value: unknown;
  /** Where a value stands, or its key; where there is none, the nearest that holds it. */
  placeOf(path: YamlPath, isKey?: boolean): YamlPlace;
  /** A value that is no list or object, as it is written there: `title: 1984` is `1984`. Null for others and for none. */
  textOf(path: YamlPath): string | null;
  /** Why nothing of the file is used, as the end of a sentence. */
  problem: (YamlPlace & { fault: string }) | null;
}

/** Reads a text of at most 256 KiB. Never throws. */
export function readYaml(text: string): YamlReading {
  if (text.length > LARGEST) return unread({ line: 1, column: 1, fault: 'it is larger than 256 KiB' });
  const lines = new LineCounter();
  const placeAt = (offset: number) => {
    const { line, col } = lines.linePos(offset);
    // A problem at the end of an empty file stands at 0.
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
    // The parser calls itself for each level, and has no bound of its own.
    return unread({ line: 1, column: 1, fault: 'it is nested too deeply' });
  }
}

/**
 * The front matter of a memory file as objects, lists and texts: each scalar is its text as it is written, whatever tag
 * it has. Throws for what `readYaml` has a problem with, but for tags.
 */
export function yamlTexts(text: string): unknown {
  const document = yamlDocument(text);
  const fault = faultIn(document, { allowsTags: true });
  if (fault) throw new Error(fault.fault);
  return plainValue(document.contents, keyOf);
}

/** A text as the parser's tree, with faults in it as values. Throws for what is nested too deeply. */
export function yamlDocument(text: string, lineCounter = new LineCounter()): Document.Parsed {
  return parseDocument(text, {
    lineCounter,
    // If it is silent, it reads the first of several documents and drops the others.
    logLevel: 'error',
    prettyErrors: false,
    // A file may ask for another version, in which days are dates and words are booleans.
    schema: 'core',
    resolveKnownTags: false,
    merge: false,
    // The parser compares each key with all before it: 194 s for 100,000.
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

/** The value at a path; and what says best where it is or would be: itself, its key, or what holds it. */
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

/** The values of a map by key. A search of its own for each fault of a file takes 20 s for 20,000 keys. */
function childrenOf(map: YAMLMap<Node, Node | null>): ReadonlyMap<string, Child> {
  const known = CHILDREN.get(map) ?? new Map(map.items.map(({ key, value }) => [keyOf(key), { key, value }]));
  CHILDREN.set(map, known);
  return known;
}

const CHILDREN = new WeakMap<object, ReadonlyMap<string, Child>>();

function isEmpty(node: Node | null): boolean {
  return node === null || isAlias(node) || (isScalar(node) && node.value === null);
}
