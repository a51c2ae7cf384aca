import type { ChronicleEvent } from '#src/chronicle/chronicle.ts';
import { plainText } from '#src/text/blocks.ts';
import { oneLine } from '#src/text/clip.ts';
import { readInline } from '#src/text/markdown.ts';

/** The longest heading, and the shortest that may end at a clause (characters). */
const LONGEST = 70;
const SHORTEST = 12;
/** The name of a memory, with which hits and misses begin. */
const MEMORY = /^[\w.-]{1,80}\.md: */;
/** The end of a clause: a colon, semicolon, dash or full stop, or a comma if nothing else fits. */
const CLAUSE = /(?:[;:]|\.) | [–—-] /g;
const COMMA = /, /g;

/**
 * A heading in an event's own words: its first clause, without marks. Of a quotation its first sentence, and of a question
 * with its answer the answer.
 */
export function headline({ text }: Pick<ChronicleEvent, 'text'>): string {
  const words = answerIn(oneLine(plainText(readInline(text))).replace(MEMORY, ''));
  const line = words.replace(/^["“„«](.*?)["”»]?$/, '$1').replace(/[.,;:]$/, '');
  const whole = line.charAt(0).toUpperCase() + line.slice(1);
  const end =
    whole.length <= LONGEST && !hasEnd(whole, CLAUSE) ? whole.length : (endOf(whole, CLAUSE) ?? endOf(whole, COMMA));
  if (end !== undefined) return whole.slice(0, end).trim();
  const cut = whole.slice(0, LONGEST);
  const space = cut.lastIndexOf(' ');
  return `${cut.slice(0, space > LONGEST / 2 ? space : LONGEST - 1).replace(/[\s,;:–—-]+$/, '')}…`;
}

/** What follows a question. */
function answerIn(text: string): string {
  const end = text.startsWith('"') ? -1 : text.indexOf('? ');
  return end === -1 ? text : text.slice(end + 2);
}

/** A text with a full stop, unless it has an end of its own. */
export function sentence(text: string): string {
  const line = text.trim();
  return line === '' || /[.?!…:]["”’»)*_`]*$/.test(line) ? line : `${line}.`;
}

function hasEnd(text: string, end: RegExp): boolean {
  return endOf(text, end) !== undefined;
}

/** Where the first clause of a fitting length ends. */
function endOf(text: string, end: RegExp): number | undefined {
  return [...text.slice(0, LONGEST + 3).matchAll(end)].find(({ index }) => index >= SHORTEST && index <= LONGEST)
    ?.index;
}
