import type { Block, Inline } from './blocks.ts';

/** Where a memory that a text names is shown; null if it is not. */
type AddressOf = (name: string) => string | null;

const LINK = /\[\[([^[\]\n]{1,200})\]\]/g;

/** The tree with each `[[name]]` in its prose, the way memories name each other, as a link where the name is known. */
export function withMemoryLinks(blocks: readonly Block[], addressOf: AddressOf): Block[] {
  return blocks.map((block): Block => {
    switch (block.kind) {
      case 'paragraph':
      case 'heading':
        return { ...block, children: inSpans(block.children, addressOf) };
      case 'list':
        return { ...block, items: block.items.map((item) => withMemoryLinks(item, addressOf)) };
      case 'quote':
        return { ...block, children: withMemoryLinks(block.children, addressOf) };
      default:
        return block;
    }
  });
}

/** A link inside a link is none, and code is verbatim. */
function inSpans(nodes: readonly Inline[], addressOf: AddressOf): Inline[] {
  return nodes.flatMap((node): Inline[] => {
    if (node.kind === 'text') return inText(node.text, addressOf);
    if (node.kind === 'emphasis' || node.kind === 'strong')
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
