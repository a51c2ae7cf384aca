import { capitalisedProse } from '../lib/text/capital.ts';
import { clip } from '../lib/text/clip.ts';

/** As long as a person would make the line of an event. */
const LONGEST = 140;
/** A clause that is cut off leaves at least this much. */
const LEAST = 48;
/** Where a long sentence can end without losing its sense. */
const CLAUSE =
  /; |\s[–—]\s|: |, (?:so|which|and|but|because|since|while|whereas|meaning|causing|instead|rather|sodass|weil|aber|und|was|porque|pero|y|lo que|ce qui|car|mais|et|perché|ma|porém|mas|e) | \((?=[^)]*\)$)|[，；、]|，(?=但|所以|因为)/g;

/** A sentence as the line of an event. */
export interface Headline {
  /** Ends in `…` if it was cut. */
  text: string;
  /** The whole sentence if the line was cut, otherwise empty: a part alone could say something else. */
  full: string;
}

/** Makes a sentence the line of an event: without its full stop, with a capital, cut at a clause if it is too long. */
export function headline(sentence: string): Headline {
  return quotation(capitalisedProse(sentence));
}

/** The same for a person's own words, which keep their first letter. */
export function quotation(sentence: string): Headline {
  const whole = sentence.replace(/[\s.。:：;,]+$/, '').trim();
  if (whole.length <= LONGEST) return { text: whole, full: '' };
  let cut = -1;
  for (const { index } of whole.matchAll(CLAUSE)) {
    if (index >= LONGEST) break;
    if (index >= LEAST && isClosed(whole.slice(0, index))) cut = index;
  }
  // A comma alone, as in an enumeration, is the second choice.
  if (cut === -1) cut = closedComma(whole);
  if (cut !== -1) return { text: `${whole.slice(0, cut).trimEnd()}…`, full: whole };
  const words = whole.slice(0, LONGEST - 1);
  const space = words.lastIndexOf(' ');
  const kept = space < LEAST ? clip(words, LONGEST - 2).replace(/…$/, '') : words.slice(0, space);
  return { text: `${withWholeCode(kept)}…`, full: whole };
}

/** Where the last comma before the limit is, or a full stop; -1 without one. */
function closedComma(text: string): number {
  for (let at = text.lastIndexOf(', ', LONGEST - 1); at >= LEAST; at = text.lastIndexOf(', ', at - 1))
    if (isClosed(text.slice(0, at))) return at;
  return -1;
}

/** Without the half of some code at its end. */
function withWholeCode(text: string): string {
  const last = text.lastIndexOf('`');
  if (count(text, '`') % 2 === 0) return text;
  return last < LEAST ? `${text.slice(0, LONGEST - 3)}\`` : text.slice(0, last).trimEnd();
}

/** A cut must not leave an open bracket or half of some code. */
function isClosed(text: string): boolean {
  return count(text, '`') % 2 === 0 && count(text, '(') <= count(text, ')');
}

function count(text: string, character: string): number {
  return text.split(character).length - 1;
}
