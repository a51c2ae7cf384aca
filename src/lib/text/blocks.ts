/**
 * Chronicle text as a closed tree. It is untrusted, since its authors are strangers and a model that has read the web. So no
 * text ever becomes HTML itself: pages render only these nodes.
 *
 *     readInline('Removed `curl`, see [why](#e-3fa9c1)')
 *     // text 'Removed ', code 'curl', text ', see ', link '#e-3fa9c1' ['why']
 */
export type Inline =
  | { kind: 'text'; text: string }
  | { kind: 'code'; text: string }
  | { kind: 'emphasis'; children: Inline[] }
  | { kind: 'strong'; children: Inline[] }
  | { kind: 'strike'; children: Inline[] }
  /** A reference to a footnote of the same text: `[^1]`. */
  | { kind: 'note'; text: string }
  /** `href` has passed `isSafeLink` or is one of our own pages. */
  | { kind: 'link'; href: string; children: Inline[] }
  | { kind: 'break' };

export type Block =
  | { kind: 'paragraph'; children: Inline[] }
  /** `level` is as written, 1 to 6; the page maps it to its own outline. */
  | { kind: 'heading'; level: number; children: Inline[] }
  | { kind: 'list'; ordered: boolean; start: number; items: Block[][] }
  | { kind: 'code'; language: string; text: string }
  | { kind: 'quote'; children: Block[] }
  /** The first row is the head, and as long as every other row. */
  | { kind: 'table'; align: Align[]; rows: Inline[][][] }
  /** A footnote with its name: `[^1]`. */
  | { kind: 'note'; name: string; children: Inline[] }
  | { kind: 'rule' };

/** How a column of a table is aligned. */
export type Align = 'left' | 'right' | 'center' | null;

/** The text of a tree without formatting, for descriptions and shortened lines. */
export function plainText(nodes: readonly Inline[]): string {
  return nodes
    .map((node) => {
      if ('text' in node) return node.text;
      return node.kind === 'break' ? '\n' : plainText(node.children);
    })
    .join('');
}

/** Replaces links with their text, for text that is inside a link already. */
export function withoutLinks(nodes: readonly Inline[]): Inline[] {
  return nodes.flatMap((node) => {
    if (!('children' in node)) return [node];
    const children = withoutLinks(node.children);
    return node.kind === 'link' ? children : [{ ...node, children }];
  });
}

/** The text of blocks without formatting, with an empty line between them. */
export function plainBlocks(blocks: readonly Block[]): string {
  return blocks.map(plainBlock).join('\n\n');
}

function plainBlock(block: Block): string {
  switch (block.kind) {
    case 'paragraph':
    case 'heading':
      return plainText(block.children);
    case 'list':
      return block.items
        .map((item, i) => `${block.ordered ? `${block.start + i}.` : '-'} ${plainBlocks(item)}`)
        .join('\n');
    case 'code':
      return block.text;
    case 'quote':
      return plainBlocks(block.children);
    case 'table':
      return block.rows.map((row) => row.map(plainText).join(' | ')).join('\n');
    case 'note':
      return `${block.name}: ${plainText(block.children)}`;
    case 'rule':
      return '* * *';
  }
}

/**
 * Whether untrusted text may link to `href`: only to a web address or an anchor on the same page. Everything else
 * (`javascript:`, `data:`, `file:`, `//host`, relative paths) stays text.
 */
export function isSafeLink(href: string): boolean {
  return /^(?:https?:\/\/[^\s/]|#)/i.test(href);
}
