import type { Block } from './scan.ts';

export type SectionName = 'events' | 'summary';

/** The section a heading opens, or null if it is not one of the two. Case is forgiven. */
export function sectionName(block: Block): SectionName | null {
  if (block.kind !== 'heading' || block.level !== 2) return null;
  const title = block.title.toLowerCase();
  return title === 'events' || title === 'summary' ? title : null;
}

/** Whether a block under "## Summary" begins the narrative there, if a retro wrote one. */
export function isTitle(block: Block | undefined): block is Extract<Block, { kind: 'heading' }> {
  return block?.kind === 'heading' && block.level === 3;
}

/**
 * Which section a line belongs to, asked for ascending lines: `events` before any heading. Other
 * headings open none, so what stands below them is text of the section they stand in; a repeated
 * heading opens its section again, so nothing is lost.
 */
export function sectionAt(blocks: Block[]): (line: number) => SectionName {
  const starts = blocks.flatMap((block) => {
    const name = sectionName(block);
    return name ? [{ line: block.line, name }] : [];
  });
  let passed = 0;
  return (line) => {
    while ((starts[passed]?.line ?? Number.POSITIVE_INFINITY) <= line) passed++;
    return starts[passed - 1]?.name ?? 'events';
  };
}
