import { isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from 'yaml';
import { excerptsOf } from '#src/chronicle/excerpt.ts';
import { type Problem, problemAt } from '#src/chronicle/problem.ts';
import { type Clusters, type MissName, NO_CLUSTERS } from '#src/memory/misses/cluster-decisions.ts';
import type { OwnerFileForm } from '../archive/owner-file.ts';

/** What the owner decided about miss groups, in this file; nothing where there is none. */
export function clustersFile(path: string): OwnerFileForm<Clusters> {
  return { path, parse: parseClusters, absent: NO_CLUSTERS };
}

/** Reads the owner's decisions. What is not of their form is a problem and left out. Never throws. */
export function parseClusters(text: string): { value: Clusters; problems: Problem[] } {
  const lines = new LineCounter();
  const reader = new Reader(text, lines);
  const document = parseDocument(text, { lineCounter: lines, logLevel: 'silent' });
  const [error] = document.errors;
  if (error) {
    reader.refuse(error.pos[0], error.code.toLowerCase().replaceAll('_', ' '), 'CHRONICLE_CLUSTERS_YAML');
    return { value: NO_CLUSTERS, problems: reader.problems };
  }
  return { value: reader.clusters(document.contents), problems: reader.problems };
}

type Code = 'CHRONICLE_CLUSTERS' | 'CHRONICLE_CLUSTERS_YAML';

const MISS = /^[\w.-]{6,}#e-[0-9a-f]{6}(?:-\d+)?$/;

class Reader {
  readonly problems: Problem[] = [];
  readonly #text: string;
  readonly #lines: LineCounter;

  constructor(text: string, lines: LineCounter) {
    this.#text = text;
    this.#lines = lines;
  }

  clusters(contents: Node | null): Clusters {
    const clusters: Clusters = { rename: [], merge: [], split: [] };
    if (contents === null || (isScalar(contents) && contents.value === null)) return clusters;
    if (!isMap<Node, Node>(contents)) {
      this.refuse(offsetOf(contents), 'the file is not a list of keys');
      return clusters;
    }
    for (const { key, value } of contents.items) {
      const name = textOf(key);
      if (name === 'rename') clusters.rename = this.#renames(key, value);
      else if (name === 'merge' || name === 'split') clusters[name] = this.#lists(key, value);
      else this.refuse(offsetOf(key), `there is no key "${name ?? ''}"`);
    }
    return clusters;
  }

  refuse(offset: number, fault: string, code: Code = 'CHRONICLE_CLUSTERS'): void {
    const { line, col } = this.#lines.linePos(offset);
    // A problem at the end of an empty file stands at 0.
    this.problems.push(problemAt(code, Math.max(1, line), Math.max(1, col), fault));
  }

  #renames(key: Node, value: Node | null): Clusters['rename'] {
    if (isEmpty(value)) return [];
    if (!isMap<Node, Node>(value)) return this.#none(key, '"rename" takes a miss and its name a line');
    return value.items.flatMap((item) => {
      const miss = this.#miss(item.key);
      const name = textOf(item.value)?.trim();
      if (miss && name) return [{ miss, name }];
      return miss ? this.#none(item.key, `"${miss.name}" is given no name`) : [];
    });
  }

  #lists(key: Node, value: Node | null): MissName[][] {
    if (isEmpty(value)) return [];
    if (!isSeq<Node>(value)) return this.#none(key, `"${textOf(key)}" takes a list of lists of misses`);
    return value.items.flatMap((item) => {
      if (!isSeq<Node>(item)) return this.#none(item, 'this is not a list of misses in brackets');
      const misses = item.items.flatMap((miss) => this.#miss(miss) ?? []);
      return misses.length > 0 ? [misses] : [];
    });
  }

  #miss(node: Node): MissName | undefined {
    const name = textOf(node);
    if (name === undefined || !MISS.test(name)) {
      this.refuse(offsetOf(node), `"${name ?? ''}" does not name a miss`);
      return undefined;
    }
    const { line, col: column } = this.#lines.linePos(offsetOf(node));
    return { name, line, column, excerpt: excerptsOf(this.#text, [{ line }])[0] ?? [] };
  }

  #none(node: Node, fault: string): [] {
    this.refuse(offsetOf(node), fault);
    return [];
  }
}

function isEmpty(node: Node | null): boolean {
  return node === null || (isScalar(node) && node.value === null);
}

function textOf(node: Node | null): string | undefined {
  return isScalar(node) && node.value !== null ? String(node.value) : undefined;
}

function offsetOf(node: Node): number {
  return node.range?.[0] ?? 0;
}
