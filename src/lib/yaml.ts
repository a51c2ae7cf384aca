/**
 * Reads small YAML files that the owner writes by hand:
 *
 *     title: The third time      ->   { title: 'The third time', part: '2' }
 *     part: 2
 *
 * Only unambiguous YAML 1.2: no aliases, type tags or duplicate keys. Every key and value is text as it is written; nothing
 * is evaluated or resolved.
 */
import {
  Document,
  isMap,
  isNode,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  type Pair,
  parseDocument,
  Scalar,
  visit,
  type YAMLMap,
} from 'yaml';

/** The largest file that is parsed (characters). A hand-written one has a hundredth of that. */
const LARGEST = 256 * 1024;

/** A place in a file, counted from 1. */
export interface YamlPlace {
  line: number;
  column: number;
}

export type YamlPath = readonly (string | number)[];

export interface YamlReading {
  /** Objects, lists and strings; null for what is empty or `null`, and for a file with a problem. */
  value: unknown;
  /** The place of a value or its key; if it does not exist, the place of its nearest container. */
  placeOf(path: YamlPath, isKey?: boolean): YamlPlace;
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
      value: plainValue(root, (scalar) => (isEmpty(scalar) ? null : keyOf(scalar))),
      placeOf: (path, isKey = false) => placeAt(nodeAt(root, path, isKey)?.range?.[0] ?? 0),
      problem: null,
    };
  } catch {
    // The parser recurses into each level without a limit.
    return unread({ line: 1, column: 1, fault: 'it is nested too deeply' });
  }
}

/**
 * The front matter of a memory file as objects, lists and texts, with those that `readYaml` takes for null. Throws for
 * everything that `readYaml` rejects, except type tags.
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
    schema: 'failsafe',
    resolveKnownTags: false,
    merge: false,
    // The parser's check is quadratic: 194 s for 100,000 keys.
    uniqueKeys: false,
  });
}

function unread(problem: YamlPlace & { fault: string }): YamlReading {
  const { line, column } = problem;
  return { value: null, placeOf: () => ({ line, column }), problem };
}

function plainValue(node: Node | null, textOf: (scalar: Scalar) => unknown): unknown {
  if (isMap<Node, Node | null>(node))
    return Object.fromEntries(node.items.map(({ key, value }) => [keyOf(key), plainValue(value, textOf)]));
  if (isSeq<Node | null>(node)) return node.items.map((item) => plainValue(item, textOf));
  return isScalar(node) ? textOf(node) : null;
}

function keyOf(key: unknown): string {
  return isScalar(key) ? String(key.value ?? '') : '';
}

/** Whether a value is missing, or is what stands for none. */
function isEmpty(node: Node | null): boolean {
  return node === null || (isScalar(node) && node.type === Scalar.PLAIN && /^(?:~|null)?$/i.test(keyOf(node)));
}

/** The node that best marks the place of a value: the value, its key, or its container. */
function nodeAt(root: Node | null, path: YamlPath, isKey = false): Node | null {
  let [node, place] = [root, root];
  for (const [depth, step] of path.entries()) {
    const pair = isMap<Node, Node | null>(node) ? pairsOf(node).get(String(step)) : undefined;
    const item = isSeq<Node | null>(node) && typeof step === 'number' ? node.items[step] : undefined;
    if (pair === undefined && item === undefined) return place;
    node = pair ? pair.value : (item ?? null);
    place = isEmpty(node) || (isKey && depth === path.length - 1) ? (pair?.key ?? place) : node;
  }
  return place;
}

const PAIRS = new WeakMap<YAMLMap, Map<string, Pair<Node, Node | null>>>();

/** The pairs of a map by their keys: a file may have thousands of keys, and a fault in each. */
function pairsOf(map: YAMLMap<Node, Node | null>) {
  const pairs = PAIRS.get(map) ?? new Map(map.items.map((pair) => [keyOf(pair.key), pair]));
  PAIRS.set(map, pairs);
  return pairs;
}

interface YamlFault {
  offset: number;
  /** The end of a sentence. */
  fault: string;
}

/** The first reason to reject a text: invalid YAML, or a construct that is not allowed. Null if there is none. */
function faultIn(document: Document.Parsed, { allowsTags = false } = {}): YamlFault | null {
  const [error] = document.errors;
  // The parser's code in words: `BAD_INDENT` becomes "bad indent".
  const words = error?.code.toLowerCase().replaceAll('_', ' ') ?? '';
  if (error) return { offset: error.pos[0], fault: words.startsWith('resource') ? 'it is nested too deeply' : words };
  let first: YamlFault | null = null;
  const reject = (node: unknown, fault: string) => {
    first = { offset: (isNode(node) && node.range?.[0]) || 0, fault };
    return visit.BREAK;
  };
  const seen = new Map<unknown, Set<string>>();
  visit(document, {
    Alias: (_, alias) => reject(alias, 'aliases (*) are not allowed'),
    Pair: (_, { key, value }: Pair, path) => {
      if (!isScalar(key)) return reject(key ?? value, 'a key is not plain text');
      const map = path.at(-1);
      const names = seen.get(map) ?? new Set();
      if (names.has(keyOf(key))) return reject(key, 'duplicate key');
      seen.set(map, names.add(keyOf(key)));
      return undefined;
    },
    Value: (_, node) =>
      node.tag === undefined || allowsTags ? undefined : reject(node, 'type tags (!) are not allowed'),
  });
  return first;
}

/** An object as YAML, of which `readYaml` reads the same texts; empty without keys. */
export function writeYaml(value: Readonly<Record<string, unknown>>): string {
  if (Object.keys(value).length === 0) return '';
  const document = new Document(value, { schema: 'core', aliasDuplicateObjects: false });
  visit(document, { Scalar: (_, scalar) => quoteOdd(scalar) });
  return document.toString({ lineWidth: 0 });
}

/** Double-quotes text with line breaks or invisible characters. */
function quoteOdd(scalar: Scalar): void {
  const { value } = scalar;
  if (typeof value !== 'string') return;
  scalar.value = value.toWellFormed();
  if (ODD.test(value)) scalar.type = Scalar.QUOTE_DOUBLE;
}

const ODD = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\u00a0]/u;
