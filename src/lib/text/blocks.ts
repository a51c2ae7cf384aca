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

/** The blocks with other spans: `change` gets those of each paragraph, heading, footnote and cell. Code stays as it is. */
export function mapSpans(blocks: readonly Block[], change: (spans: Inline[]) => Inline[]): Block[] {
  return blocks.map((block): Block => {
    switch (block.kind) {
      case 'paragraph':
      case 'heading':
      case 'note':
        return { ...block, children: change(block.children) };
      case 'table':
        return { ...block, rows: block.rows.map((row) => row.map(change)) };
      case 'quote':
        return { ...block, children: mapSpans(block.children, change) };
      case 'list':
        return { ...block, items: block.items.map((item) => mapSpans(item, change)) };
      default:
        return block;
    }
  });
}

/** The address of one of our pages by a name in a text; null for a name without one. */
type AddressOf = (name: string) => string | null;

/** A file name such as `feedback_money.md`, or the hash of a commit. */
const NAME = /(?<![\p{L}\p{N}_./-])(?:[\p{L}\p{N}_][\p{L}\p{N}_.-]{0,250}\.md|[0-9a-f]{7,40})(?![\p{L}\p{N}_/-])/gu;
/** What every such name has, found quickly. */
const MAYBE_NAME = /\.md|[0-9a-f]{7}/;
/** How memories refer to each other: `[[name]]`. */
const MEMORY_LINK = /\[\[([^[\]\n]{1,200})\]\]/g;

/** The names of memory files and commits in a text, whether or not they have an address. */
export function mentionsIn(text: string): string[] {
  return MAYBE_NAME.test(text) ? [...text.matchAll(NAME)].map(([name]) => name) : [];
}

/** The same text with links from the names of memory files and commits that have an address. */
export function linkedNames(nodes: readonly Inline[], addressOf: AddressOf): Inline[] {
  return nodes.flatMap((node): Inline[] => {
    if (node.kind === 'code') {
      const href = mentionsIn(node.text)[0] === node.text ? addressOf(node.text) : null;
      return href === null ? [node] : [{ kind: 'link', href, children: [node] }];
    }
    if (node.kind === 'text') return MAYBE_NAME.test(node.text) ? linked(node.text, NAME, addressOf) : [node];
    return withinMarks(node, (children) => linkedNames(children, addressOf));
  });
}

/** The same for blocks. Blocks of code stay as they are. */
export function linkedBlocks(blocks: readonly Block[], addressOf: AddressOf): Block[] {
  return mapSpans(blocks, (spans) => linkedNames(spans, addressOf));
}

/** Turns each `[[name]]` in prose into a link if the name is known. Code is verbatim. */
export function withMemoryLinks(blocks: readonly Block[], addressOf: AddressOf): Block[] {
  const inSpans = (nodes: readonly Inline[]): Inline[] =>
    nodes.flatMap((node) =>
      node.kind === 'text' ? linked(node.text, MEMORY_LINK, addressOf) : withinMarks(node, inSpans),
    );
  return mapSpans(blocks, inSpans);
}

/** Links cannot be nested. */
function withinMarks(node: Inline, change: (children: Inline[]) => Inline[]): Inline[] {
  const isMark = node.kind === 'emphasis' || node.kind === 'strong' || node.kind === 'strike';
  return [isMark ? { ...node, children: change(node.children) } : node];
}

/** A text with a link for each match that has an address; a match is its first group, if the pattern has one. */
function linked(text: string, pattern: RegExp, addressOf: AddressOf): Inline[] {
  const nodes: Inline[] = [];
  let end = 0;
  for (const { 0: whole, 1: group = whole, index } of text.matchAll(pattern)) {
    const name = group.trim();
    const href = addressOf(name);
    if (href === null) continue;
    if (index > end) nodes.push({ kind: 'text', text: text.slice(end, index) });
    nodes.push({ kind: 'link', href, children: [{ kind: 'text', text: name }] });
    end = index + whole.length;
  }
  return end < text.length || nodes.length === 0 ? [...nodes, { kind: 'text', text: text.slice(end) }] : nodes;
}
