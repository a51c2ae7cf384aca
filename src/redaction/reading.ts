/**
 * A text without disguises that hide a value from a pattern but not from a reader: invisible characters, HTML entities,
 * Markdown backslashes, percent and `\u` escapes, full-width letters, terminal colours, look-alike letters of other
 * scripts. Each character keeps its place in the original text.
 *
 *     readingsOf('ghp\\_abc')   // 'ghp\_abc' as it is, and 'ghp_abc', whose `_` is at 3 to 5
 */
import { type Reading, ReadingMaker, rawReading } from './reading-map.ts';
import { wrappedReadings } from './wrapped-reading.ts';

/** How deeply disguises are nested, such as an entity in an entity. */
const DEEPEST = 3;

/** The text as it is, and every different way to read it. */
export function readingsOf(text: string): Reading[] {
  const raw = rawReading(text);
  const readings = [raw];
  let plain = raw;
  for (let depth = 0; depth < DEEPEST && DISGUISE.test(plain.text); depth++) plain = rewritten(plain, DISGUISES, clear);
  if (plain.text !== text) readings.push(plain);
  const unmarked = MARK.test(plain.text) ? rewritten(plain, MARKS, () => '') : plain;
  if (unmarked !== plain) readings.push({ ...unmarked, isUnmarked: true });
  return [...readings, ...wrappedReadings(plain)];
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

function rewritten(reading: Reading, pattern: RegExp, change: (found: string) => string): Reading {
  const maker = new ReadingMaker(reading);
  let last = 0;
  for (const { 0: found, index } of reading.text.matchAll(pattern)) {
    maker.keep(last, index);
    last = index + found.length;
    maker.put(change(found), index, last);
  }
  maker.keep(last, reading.text.length);
  return maker.made();
}
