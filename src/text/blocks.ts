/**
 * Chronicle text as a closed tree. Its authors are a model that has read the web, and strangers,
 * so nothing of it becomes HTML by itself: the pages draw these nodes, and there are no others.
 *
 *     readInline('Removed `curl`, see [why](#e-3fa9c1)')
 *     // text 'Removed ', code 'curl', text ', see ', link '#e-3fa9c1' ['why']
 */
export type Inline =
  | { kind: 'text'; text: string }
  | { kind: 'code'; text: string }
  | { kind: 'emphasis'; children: Inline[] }
  | { kind: 'strong'; children: Inline[] }
  /** `href` has passed `isSafeLink`, or is the address of a page that we made. */
  | { kind: 'link'; href: string; children: Inline[] }
  | { kind: 'break' };

export type Block =
  | { kind: 'paragraph'; children: Inline[] }
  /** `level` as written, 1 to 6; the page decides where it stands in its own outline. */
  | { kind: 'heading'; level: number; children: Inline[] }
  | { kind: 'list'; ordered: boolean; start: number; items: Block[][] }
  | { kind: 'code'; language: string; text: string }
  | { kind: 'quote'; children: Block[] }
  | { kind: 'rule' };

/** The words of a tree without their marks, for descriptions and cut-down lines. */
export function plainText(nodes: readonly Inline[]): string {
  return nodes
    .map((node) => {
      if (node.kind === 'text' || node.kind === 'code') return node.text;
      return node.kind === 'break' ? '\n' : plainText(node.children);
    })
    .join('');
}

/** The tree with the words of its links in their place, for text that is a link itself. */
export function withoutLinks(nodes: readonly Inline[]): Inline[] {
  return nodes.flatMap((node) => {
    if (!('children' in node)) return [node];
    const children = withoutLinks(node.children);
    return node.kind === 'link' ? children : [{ ...node, children }];
  });
}

/** The words of a whole text, one block below the other. */
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
    case 'rule':
      return '* * *';
  }
}

/**
 * Whether untrusted text may become a link to `href`: a web address, or a place on the same page.
 * Everything else (`javascript:`, `data:`, `file:`, `//host`, relative paths) stays text.
 */
export function isSafeLink(href: string): boolean {
  return /^(?:https?:\/\/[^\s/]|#)/i.test(href);
}
