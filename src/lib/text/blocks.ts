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

/** Turns the names in a text that have a page or place of their own into links: memory files and commits. */

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
