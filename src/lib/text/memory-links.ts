import type { Block, Inline } from './blocks.ts';

/** The address of a memory's page by the memory's name; null if there is none. */
type AddressOf = (name: string) => string | null;

const LINK = /\[\[([^[\]\n]{1,200})\]\]/g;

/** Turns each `[[name]]` in prose, which is how memories refer to each other, into a link if the name is known. */
export function withMemoryLinks(blocks: readonly Block[], addressOf: AddressOf): Block[] {
  return blocks.map((block): Block => {
    switch (block.kind) {
      case 'paragraph':
      case 'heading':
      case 'note':
        return { ...block, children: inSpans(block.children, addressOf) };
      case 'list':
        return { ...block, items: block.items.map((item) => withMemoryLinks(item, addressOf)) };
      case 'table':
        return { ...block, rows: block.rows.map((row) => row.map((cell) => inSpans(cell, addressOf))) };
      case 'quote':
        return { ...block, children: withMemoryLinks(block.children, addressOf) };
      default:
        return block;
    }
  });
}

/** Skips links, which cannot be nested, and code, which is verbatim. */
function inSpans(nodes: readonly Inline[], addressOf: AddressOf): Inline[] {
  return nodes.flatMap((node): Inline[] => {
    if (node.kind === 'text') return inText(node.text, addressOf);
    if (node.kind === 'emphasis' || node.kind === 'strong' || node.kind === 'strike')
      return [{ ...node, children: inSpans(node.children, addressOf) }];
    return [node];
  });
}

function inText(text: string, addressOf: AddressOf): Inline[] {
  const nodes: Inline[] = [];
  let end = 0;
  for (const { 0: whole, 1: name = '', index } of text.matchAll(LINK)) {
    const href = addressOf(name.trim());
    if (href === null) continue;
    if (index > end) nodes.push({ kind: 'text', text: text.slice(end, index) });
    nodes.push({ kind: 'link', href, children: [{ kind: 'text', text: name.trim() }] });
    end = index + whole.length;
  }
  return end < text.length || nodes.length === 0 ? [...nodes, { kind: 'text', text: text.slice(end) }] : nodes;
}
