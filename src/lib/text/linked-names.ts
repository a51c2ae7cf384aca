/** Turns the names in a text that have a page or place of their own into links: memory files and commits. */
import type { Block, Inline } from './blocks.ts';

/** A file name such as `feedback_money.md`, or the hash of a commit. */
const NAME = /(?<![\p{L}\p{N}_./-])(?:[\p{L}\p{N}_][\p{L}\p{N}_.-]{0,250}\.md|[0-9a-f]{7,40})(?![\p{L}\p{N}_/-])/gu;

/** What every such name has, found quickly. */
const MAYBE_NAME = /\.md|[0-9a-f]{7}/;

/** The same text with links. `addressOf` returns the address of one of our pages, or null for a name without one. */
export function linkedNames(nodes: readonly Inline[], addressOf: (name: string) => string | null): Inline[] {
  return nodes.flatMap((node): Inline[] => {
    if (node.kind === 'text') return linkedText(node.text, addressOf);
    if (node.kind === 'code') {
      const href = isName(node.text) ? addressOf(node.text) : null;
      return href === null ? [node] : [{ kind: 'link', href, children: [node] }];
    }
    if (node.kind === 'emphasis' || node.kind === 'strong' || node.kind === 'strike')
      return [{ ...node, children: linkedNames(node.children, addressOf) }];
    return [node];
  });
}

/** The same for blocks. Blocks of code stay as they are. */
export function linkedBlocks(blocks: readonly Block[], addressOf: (name: string) => string | null): Block[] {
  return blocks.map((block): Block => {
    switch (block.kind) {
      case 'paragraph':
      case 'heading':
      case 'note':
        return { ...block, children: linkedNames(block.children, addressOf) };
      case 'table':
        return { ...block, rows: block.rows.map((row) => row.map((cell) => linkedNames(cell, addressOf))) };
      case 'quote':
        return { ...block, children: linkedBlocks(block.children, addressOf) };
      case 'list':
        return { ...block, items: block.items.map((item) => linkedBlocks(item, addressOf)) };
      default:
        return block;
    }
  });
}

/** The names in a text, whether or not they have an address. */
export function mentionsIn(text: string): string[] {
  return MAYBE_NAME.test(text) ? [...text.matchAll(NAME)].map(([name]) => name) : [];
}

function isName(text: string): boolean {
  const [name] = mentionsIn(text);
  return name === text;
}

function linkedText(text: string, addressOf: (name: string) => string | null): Inline[] {
  if (text !== '' && !MAYBE_NAME.test(text)) return [{ kind: 'text', text }];
  const nodes: Inline[] = [];
  let end = 0;
  for (const match of text.matchAll(NAME)) {
    const [name] = match;
    const href = addressOf(name);
    if (href === null) continue;
    if (match.index > end) nodes.push({ kind: 'text', text: text.slice(end, match.index) });
    nodes.push({ kind: 'link', href, children: [{ kind: 'text', text: name }] });
    end = match.index + name.length;
  }
  if (end < text.length) nodes.push({ kind: 'text', text: text.slice(end) });
  return nodes;
}
