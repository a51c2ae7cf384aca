import type { Block, Inline } from '#src/lib/text/blocks.ts';

/** How many levels to shift headings so that the highest is below the post's title. */
export function headingShift(blocks: readonly Block[]): number {
  const levels = blocks.flatMap((block) => (block.kind === 'heading' ? [block.level] : []));
  return levels.length === 0 ? 0 : HIGHEST - Math.min(...levels);
}

/** A block as it may be published: only links to web addresses stay links, and headings have levels 2 to 6. */
export function publicBlock(block: Block, shift: number): Block {
  switch (block.kind) {
    case 'paragraph':
    case 'note':
      return { ...block, children: publicSpans(block.children) };
    case 'heading':
      return { ...block, level: within(block.level + shift), children: publicSpans(block.children) };
    case 'list':
      return { ...block, items: block.items.map((item) => item.map((child) => publicBlock(child, shift))) };
    case 'table':
      return { ...block, rows: block.rows.map((row) => row.map(publicSpans)) };
    case 'quote':
      return { ...block, children: block.children.map((child) => publicBlock(child, shift)) };
    default:
      return block;
  }
}

/** Level 1 is the title of the post. */
const HIGHEST = 2;

function within(level: number): number {
  return Math.min(6, Math.max(HIGHEST, level));
}

function publicSpans(spans: readonly Inline[]): Inline[] {
  return spans.flatMap((span): Inline[] => {
    if (!('children' in span)) return [span];
    const children = publicSpans(span.children);
    return span.kind === 'link' && !/^https?:\/\//i.test(span.href) ? children : [{ ...span, children }];
  });
}
