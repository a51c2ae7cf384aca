import { clip, oneLine } from './clip.ts';
import { printable } from './printable.ts';

/**
 * Fillers, soft hyphens, selectors and tags: they show nothing, and tags can spell out hidden text.
 * `src/lib/text/visible.ts` knows all of them, but needs a newer Node than hooks do.
 */
const INVISIBLE =
  /\u034f|[\u00ad\u115f\u1160\u17b4\u17b5\u3164\uffa0\ufff0-\ufffb]|[\u180b-\u180f]|[\ufe00-\ufe0f]|\udb40[\udc00-\udfff]/g;
const UNPAIRED = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;
/** Three or more open a fence. */
const FENCE = /`{3,}|~{3,}/g;
/** Longer texts are cut before anything else is done with them (UTF-16 units for each character that is kept). */
const SLACK = 8;

/**
 * Untrusted text for a model to read, on one line of at most `longest` characters: no character that is invisible,
 * reorders the text or controls a terminal, no tag that could end the frame around it, and no code fence.
 */
export function neutralLine(text: string, longest: number): string {
  const line = printable(oneLine(text.slice(0, longest * SLACK)).replace(INVISIBLE, ''))
    .replace(UNPAIRED, '\ufffd')
    .replace(FENCE, (marks) => (marks.startsWith('`') ? "'''" : '~~'))
    .replaceAll('<', '‹')
    .replaceAll('>', '›');
  return clip(line, longest);
}
