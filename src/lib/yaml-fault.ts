import { type Document, isAlias, isMap, isScalar, isSeq, type Node } from 'yaml';

export interface YamlFault {
  offset: number;
  /** The end of a sentence. */
  fault: string;
}

/** The first reason to reject a text: invalid YAML, or a construct that is not allowed. Null if there is none. */
export function faultIn(document: Document.Parsed, { allowsTags = false } = {}): YamlFault | null {
  const [error] = document.errors;
  if (error) return { offset: error.pos[0], fault: wordsOf(error.code) };
  return faultAt(document.contents, allowsTags);
}

/** A key as text, as written: `12e4` is not a number here. */
export function keyOf(key: Node | null): string {
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
