/**
 * The ways to read a text. Disguises hide a value from a pattern but not from a reader: invisible characters, HTML entities,
 * Markdown backslashes, percent and `\u` escapes, full-width letters, terminal colours, look-alike letters of other
 * scripts. And an editor or agent may wrap a line in the middle of a value or between a value and the word that explains
 * it. Each character of a reading keeps its place in the original text.
 *
 *     ghp\_abc                               also read as ghp_abc, whose `_` is at 3 to 5
 *
 *     > the token is ghp_Q7kZ2mX9
 *     > pL4vB8nR3t                          also read as the token is ghp_Q7kZ2mX9pL4vB8nR3t
 */
import { rangesOf, type TextRange } from './finding.ts';

/** A way to read a text, in which each character keeps its place in the original. */
export interface Reading {
  text: string;
  /** The start and end of each character in the original text; null if nothing was changed. */
  from: readonly number[] | null;
  to: readonly number[] | null;
  /** Whether marks between letters were removed, so that only matches across one are new. */
  isUnmarked: boolean;
  /** How lines are read on: as one word, with a blank between them, or not at all. */
  lines: 'apart' | 'joined' | 'flowed';
  /** Where lines were put together, in this text, in order. */
  seams: readonly number[];
}

/** The place of a range of a reading in the original text. */
export function placeIn({ from, to }: Pick<Reading, 'from' | 'to'>, start: number, end: number): TextRange {
  return { start: from?.[start] ?? start, end: to?.[end - 1] ?? end };
}

/** How deeply disguises are nested, such as an entity in an entity. */
const DEEPEST = 3;

/** The text as it is, and every different way to read it. */
export function readingsOf(text: string): Reading[] {
  const raw: Reading = { text, from: null, to: null, isUnmarked: false, lines: 'apart', seams: [] };
  const readings = [raw];
  let plain = raw;
  for (let depth = 0; depth < DEEPEST && DISGUISE.test(plain.text); depth++) plain = rewritten(plain, DISGUISES, clear);
  if (plain.text !== text) readings.push(plain);
  if (MARK.test(plain.text)) readings.push({ ...rewritten(plain, MARKS, () => ''), isUnmarked: true });
  return [...readings, ...wrappedReadings(plain)];
}

/** A range of a reading, as it is or with another text in its place. A seam is where two lines were put together. */
type Piece = TextRange & { text?: string; isSeam?: boolean };

/** A reading made of pieces of another. */
function madeOf(source: Reading, pieces: readonly Piece[], lines: Reading['lines'] = 'apart'): Reading {
  const from: number[] = [];
  const to: number[] = [];
  const seams: number[] = [];
  let text = '';
  for (const { start, end, text: other, isSeam } of pieces) {
    if (isSeam) seams.push(text.length);
    text += other ?? source.text.slice(start, end);
    const place = placeIn(source, start, end);
    const length = other?.length ?? end - start;
    for (let i = 0; i < length; i++) {
      from.push(other === undefined ? (source.from?.[start + i] ?? start + i) : place.start);
      to.push(other === undefined ? (source.to?.[start + i] ?? start + i + 1) : place.end);
    }
  }
  return { text, from, to, isUnmarked: false, lines, seams };
}

function rewritten(reading: Reading, pattern: RegExp, change: (found: string) => string): Reading {
  const pieces: Piece[] = [];
  let last = 0;
  for (const { 0: found, index } of reading.text.matchAll(pattern)) {
    pieces.push({ start: last, end: index }, { start: index, end: index + found.length, text: change(found) });
    last = index + found.length;
  }
  return madeOf(reading, [...pieces, { start: last, end: reading.text.length }]);
}

// Soft hyphens, joiners, variation selectors and bidi controls are invisible, but separate letters.
const INVISIBLE =
  '(?:\\u001b|\\\\033|\\\\e|\u241b|\\^\\[)\\[[\\d;?]{0,24}[A-Za-z]|[\\u00ad\\u0300-\\u036f\\u0483-\\u0489\\u1ab0-\\u1aff\\u20d0-\\u20f0\\u061c\\u180e\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\ufe00-\\ufe0f\\ufeff]';
const ENTITY = '&#\\d{1,7};|&#x[\\da-f]{1,6};|&[a-z]{2,8};';
const ESCAPE =
  '\\\\u[\\da-f]{4}|\\\\x[\\da-f]{2}|%[2-7][\\da-f]|%[c-f][\\da-f](?:%[89ab][\\da-f]){1,3}|\\\\[!-/:-@[-`{-~]';
const WIDE = '[\\uff01-\\uff5e\\u2010\\u2011\\u{1d400}-\\u{1d7ff}]';
const LOOK_ALIKES: Record<string, string> = Object.fromEntries(
  [
    'аaеeоoрpсcуyхxіiјjѕsкkһhԁdԛqԝwӏlАAВBЕEКKМMНHОOРPСCТTХXУYІIЈJЅSЗ3',
    'οoνvρpαaιiκkυuγyΑAΒBΕEΖZΗHΙIΚKΜMΝNΟOΡPΤTΥYΧX',
    'ıiɡg',
  ]
    .flatMap((pairs) => [...pairs.matchAll(/(.)(.)/gu)])
    .map(([, foreign = '', ours = '']) => [foreign, ours]),
);
/** Next to a Latin letter; words of other scripts are left alone. */
const LOOK_ALIKE = ['(?<=[a-z0-9_-])X', 'X(?=[a-z0-9_-])']
  .map((form) => form.replace('X', `[${Object.keys(LOOK_ALIKES).join('')}]`))
  .join('|');
const SOURCE = `${INVISIBLE}|${ENTITY}|${ESCAPE}|${WIDE}|${LOOK_ALIKE}`;
const DISGUISE = new RegExp(SOURCE, 'iu');
const DISGUISES = new RegExp(SOURCE, 'giu');
const TAG = '</?(?:a|b|i|u|s|em|strong|code|span|wbr|br|mark|kbd|sub|sup|font|small|tt|del|ins)\\b[^<>]{0,80}>';
/** Strings concatenated in code, and a word hyphenated at the end of a line. */
const JOINT = '["\'`][ \\t]{0,9}[+.]\\s{0,40}["\'`]|(?<=\\w)[-\\\\]\\r?\\n[ \\t>]{0,40}(?=\\w)';
const MARK = new RegExp(`${JOINT}|[*\`~]|${TAG}`, 'i');
const MARKS = new RegExp(`${JOINT}|[*\`~]+|${TAG}`, 'gi');

const NAMED: Record<string, string> = {
  ...{
    amp: '&',
    lt: '<',
    gt: '>',
    quot: '"',
    apos: "'",
    nbsp: ' ',
    shy: '',
    zwj: '',
    zwnj: '',
    hyphen: '-',
    dash: '-',
  },
  ...{
    lowbar: '_',
    period: '.',
    colon: ':',
    equals: '=',
    sol: '/',
    bsol: '\\',
    commat: '@',
    num: '#',
    plus: '+',
    percnt: '%',
  },
};

function clear(found: string): string {
  if (/^%[c-f]/i.test(found)) return unescapedLetter(found);
  const code = codeOf(found);
  if (code !== null) return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
  if (found.startsWith('&')) return NAMED[found.slice(1, -1).toLowerCase()] ?? found;
  if (found.startsWith('\\') && found.length === 2) return found.slice(1);
  if (found === '\u2010' || found === '\u2011') return '-';
  const ours = LOOK_ALIKES[found];
  if (ours !== undefined) return ours;
  const folded = found.normalize('NFKC');
  if (folded !== found) return folded;
  return /^\p{L}/u.test(found) ? found : '';
}

/** A letter beyond ASCII as an address spells it. */
function unescapedLetter(found: string): string {
  try {
    return decodeURIComponent(found);
  } catch {
    return found;
  }
}

function codeOf(found: string): number | null {
  const [, decimal, hex] = /^(?:&#(\d+);|(?:&#x|\\u|\\x|%)([\da-f]+);?)$/i.exec(found) ?? [];
  if (decimal !== undefined) return Number(decimal);
  return hex === undefined ? null : Number.parseInt(hex, 16);
}

/**
 * The lines joined as one word, and with a blank between them, where that could make a difference. The last one also
 * joins lines of which the second begins with an ordinary word, for what is found in no other reading.
 */
function wrappedReadings(plain: Reading): Reading[] {
  const wraps = rangesOf(WRAP, plain.text).map((wrap) => ({ ...wrap, ...sortOf(plain.text, wrap) }));
  const whole = wraps.filter(({ isBroken }) => isBroken);
  const loose = wraps.filter(({ isBroken, mayEndInWord }) => isBroken || mayEndInWord);
  const near = wraps.filter(({ isNearValue }) => isNearValue);
  return [
    ...readOn(plain, whole, 'joined'),
    ...readOn(plain, near, 'flowed'),
    ...(loose.length > whole.length ? readOn(plain, loose, 'joined') : []),
  ];
}

/** The end of a line and what comes before the text of the next one. Blank lines, list items and tables end a paragraph. */
const WRAP =
  /(?<=[^\s])[ \t]{0,8}\\?\r?\n[ \t]{0,40}(?:>[ \t]{0,8}){0,8}(?![ \t>\r\n|#]|(?:[-*+]|\d{1,9}[.)])[ \t]|```|~~~|$)/g;

/** Each run of lines between which such wraps are, with the wraps removed or turned into blanks. */
function readOn(plain: Reading, wraps: readonly TextRange[], lines: 'joined' | 'flowed'): Reading[] {
  if (wraps.length === 0) return [];
  const { text } = plain;
  const pieces: Piece[] = [];
  let last = -1;
  for (const { start, end } of wraps) {
    // A run starts at the beginning of its first line and ends at the end of its last one.
    const lineStart = text.lastIndexOf('\n', start - 1) + 1;
    if (last !== -1 && lineStart > last) {
      const lineEnd = endOfLine(text, last);
      pieces.push({ start: last, end: lineEnd }, { start: lineEnd, end: lineStart, text: '\n\n' });
    }
    pieces.push(
      { start: Math.max(last, lineStart), end: start },
      { start, end, text: lines === 'flowed' ? ' ' : '', isSeam: true },
    );
    last = end;
  }
  return [madeOf(plain, [...pieces, { start: last, end: endOfLine(text, last) }], lines)];
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

function sortOf(text: string, { start, end }: TextRange): WrapSort {
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
