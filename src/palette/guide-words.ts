/** Shorter words say nothing of a text. */
const SHORTEST = 3;

/**
 * The words of a page of the guide, each once: first those above its sections, then those of each section of level 2. Takes
 * its MDX without front matter.
 *
 *     guideWords('Say **yes**.\n\n## Undo\n\nTake it back.')  // ['say yes', 'undo take back']
 */
export function guideWords(text: string): string[] {
  return text.split(/^## /m).map((section) => {
    const plain = section.replace(/<[^>]*>|\]\([^)]*\)/g, ' ').toLowerCase();
    const words = plain.match(/[\p{L}\p{N}][\p{L}\p{N}-]*/gu) ?? [];
    return [...new Set(words.filter(({ length }) => length >= SHORTEST))].join(' ');
  });
}
