import { isMap, isScalar, isSeq, type Node } from 'yaml';
import { type YamlPath, yamlDocument } from './read-yaml.ts';
import { keyOf } from './yaml-fault.ts';

/** A key or a value as it is written in a file, between two offsets of its text. */
export interface YamlScalar {
  /** The keys and places that lead to it; of a key, with itself at the end. */
  path: YamlPath;
  isKey: boolean;
  value: string;
  start: number;
  end: number;
}

/** All keys and values of a text that are no list or object, in their order; of one with faults, those that can be told. Never throws. */
export function yamlScalars(text: string): YamlScalar[] {
  try {
    return scalarsIn(yamlDocument(text).contents, []);
  } catch {
    // The parser calls itself for each level, and has no bound of its own.
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
