import { oneLine } from '#src/text/clip.ts';
import { visibleText } from '#src/text/visible.ts';

/** A text on one line, without invisible or reordering characters: safe for front matter. */
export function plainLine(text: string): string {
  return oneLine(visibleText(text.replace(/[\u0085\u2028\u2029]/g, ' ')));
}

/** A line of at most `length` characters, cut after a word. */
export function cutAtWord(line: string, length: number): string {
  if (line.length <= length) return line;
  const cut = Array.from(line.slice(0, length - 1));
  // Half of a surrogate pair.
  if (/^[\ud800-\udbff]$/.test(cut.at(-1) ?? '')) cut.pop();
  const text = cut.join('');
  const end = line[text.length] === ' ' ? text.length : text.lastIndexOf(' ');
  return `${text.slice(0, end > length / 2 ? end : text.length).replace(/[\s,;:.–—-]+$/, '')}…`;
}

/** A tag as blogs write it: `Claude Code` becomes `claude-code`; empty if nothing is left. */
export function tagWord(tag: string): string {
  return tag
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, '-')
    .replace(/^-+|-+$/g, '');
}
