import { oneLine } from '#src/lib/text/clip.ts';
import { visibleText } from '#src/lib/text/visible.ts';

/** A text on one line, without invisible or reordering characters: safe for front matter. */
export function plainLine(text: string): string {
  return oneLine(visibleText(text.replace(/[\u0085\u2028\u2029]/g, ' ')));
}

/** A tag as blogs write it: `Claude Code` becomes `claude-code`; empty if nothing is left. */
export function tagWord(tag: string): string {
  return tag
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, '-')
    .replace(/^-+|-+$/g, '');
}
