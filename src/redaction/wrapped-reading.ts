/**
 * A text read across the ends of its lines, since an editor or agent may wrap a line in the middle of a value or between
 * a value and the word that explains it. What a list, quote or indentation puts before the next line is skipped. Only
 * lines with something to look for are read on.
 *
 *     > the token is ghp_Q7kZ2mX9
 *     > pL4vB8nR3t                    ->    the token is ghp_Q7kZ2mX9pL4vB8nR3t
 */
import { type Reading, ReadingMaker } from './reading-map.ts';

/**
 * The lines joined as one word, and with a blank between them, where that could make a difference. The last one also
 * joins lines of which the second begins with an ordinary word, for what is found in no other reading.
 */
export function wrappedReadings(plain: Reading): Reading[] {
  const wraps = [...plain.text.matchAll(WRAP)].map(({ 0: found, index }) => ({
    start: index,
    end: index + found.length,
  }));
  if (wraps.length === 0) return [];
  const sorted = wraps.map((wrap) => ({ ...wrap, ...sortOf(plain.text, wrap) }));
  const whole = sorted.filter(({ isBroken }) => isBroken);
  const loose = sorted.filter(({ isBroken, mayEndInWord }) => isBroken || mayEndInWord);
  return [
    ...readOn(plain, whole, 'joined'),
    ...readOn(
      plain,
      sorted.filter(({ isNearValue }) => isNearValue),
      'flowed',
    ),
    ...(loose.length > whole.length ? readOn(plain, loose, 'joined') : []),
  ];
}

interface Wrap {
  start: number;
  end: number;
}

/** The end of a line and what comes before the text of the next one. Blank lines, list items and tables end a paragraph. */
const WRAP =
  /(?<=[^\s])[ \t]{0,8}\\?\r?\n[ \t]{0,40}(?:>[ \t]{0,8}){0,8}(?![ \t>\r\n|#]|(?:[-*+]|\d{1,9}[.)])[ \t]|```|~~~|$)/g;

/** Each run of lines between which such wraps are, with the wraps removed or turned into blanks. */
function readOn(plain: Reading, wraps: readonly Wrap[], lines: 'joined' | 'flowed'): Reading[] {
  if (wraps.length === 0) return [];
  const maker = new ReadingMaker(plain);
  const { text } = plain;
  let last = -1;
  for (const { start, end } of wraps) {
    // A run starts at the beginning of its first line and ends at the end of its last one.
    const lineStart = text.lastIndexOf('\n', start - 1) + 1;
    if (last === -1) maker.keep(lineStart, start);
    else if (lineStart > last) {
      const lineEnd = endOfLine(text, last);
      maker.keep(last, lineEnd);
      maker.put('\n\n', lineEnd, lineStart);
      maker.keep(lineStart, start);
    } else maker.keep(last, start);
    maker.seam();
    if (lines === 'flowed') maker.put(' ', start, end);
    last = end;
  }
  maker.keep(last, endOfLine(text, last));
  return [maker.made(lines)];
}

function endOfLine(text: string, start: number): number {
  const end = text.indexOf('\n', start);
  return end === -1 ? text.length : end;
}

/** How far around a wrap it is checked whether anything could be there. */
const NEAR = 80;
const LAST_WORD = /[\w+/=.~%&?:@#$!^-]+$/;
const FIRST_WORD = /^[\w+/=.~%&?:@#$!^-]+/;

/** What a wrap could be in the middle of. */
interface WrapSort {
  /** Whether the words on both sides could be one value: together they are no ordinary word. */
  isBroken: boolean;
  /** Whether this could be so although the second one is an ordinary word. */
  mayEndInWord: boolean;
  /** Whether a value or a word such as `password` is near. */
  isNearValue: boolean;
}

function sortOf(text: string, { start, end }: Wrap): WrapSort {
  const before = text.slice(Math.max(0, start - NEAR), start);
  const after = text.slice(end, end + NEAR);
  const left = LAST_WORD.exec(before)?.[0] ?? '';
  const right = FIRST_WORD.exec(after)?.[0] ?? '';
  const isLong = left !== '' && right !== '' && left.length + right.length >= SHORTEST;
  // A word that only comes before a value is no part of it, but `npm` before `_…` is, and so is a number that goes on.
  const isCut = /[_@=/+-]$/.test(left) || /^[_@=/+-]/.test(right);
  const isNumber = /\d[.,:]?$/.test(left) && /^[.,:]?\d/.test(right);
  const isBroken = isLong && (isCut || isNumber || (!isWordLike(left) && !isWordLike(right)));
  const mayEndInWord = isLong && left.length >= SHORTEST && /\d/.test(left) && /[A-Za-z]/.test(left);
  return { isBroken, mayEndInWord, isNearValue: HINT.test(before) || HINT.test(after) };
}

/** How long both words are together. */
const SHORTEST = 8;
const HINT = /[\d@]|:\/\/|pass|secret|token|key|wort|pw|creds/i;

/** Whether this looks like an ordinary word or number and not like part of a secret. */
export function isWordLike(piece: string): boolean {
  const [, letters = ''] = /^[-("*_]*([A-Za-z]?[a-z]*|[A-Z]{1,12}|\d{1,4})[.:?!-]*$/.exec(piece) ?? [null, '#'];
  return letters.length < 4 ? letters !== '#' : /[aeiouy\d]/i.test(letters);
}
