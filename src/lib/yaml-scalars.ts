import { isMap, isScalar, isSeq, type Node } from 'yaml';
import { type YamlPath, yamlDocument } from './read-yaml.ts';
import { keyOf } from './yaml-fault.ts';

/** A key or scalar value in a file, between two offsets of its text. */
export interface YamlScalar {
  /** The path to it; for a key, including the key. */
  path: YamlPath;
  isKey: boolean;
  value: string;
  start: number;
  end: number;
}

/** All keys and scalar values of a text, in file order; for invalid YAML, those that can be recognised. Never throws. */
export function yamlScalars(text: string): YamlScalar[] {
  try {
    return scalarsIn(yamlDocument(text).contents, []);
  } catch {
    // The parser recurses into each level without a limit.
    return [];
  }
}

function scalarsIn(node: Node | null, path: YamlPath): YamlScalar[] {
  if (isMap<Node, Node | null>(node)) {
    return node.items.flatMap(({ key, value }) => {
      const below = [...path, keyOf(key)];
      return [...scalarAt(key, below, true), ...scalarsIn(value, below)];
    });
  }
  if (isSeq<Node | null>(node)) return node.items.flatMap((item, place) => scalarsIn(item, [...path, place]));
  return scalarAt(node, path, false);
}

function scalarAt(node: Node | null, path: YamlPath, isKey: boolean): YamlScalar[] {
  if (!isScalar(node) || !node.range) return [];
  const [start, end] = node.range;
  return [{ path, isKey, value: String(node.value), start, end }];
}
