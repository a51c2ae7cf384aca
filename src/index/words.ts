/**
 * What counts as a word, in the index and in questions. FTS5 ignores case and accents and takes off English endings; this file
 * does before what FTS5 does not: it splits names into their parts, divides scripts that are written without spaces, and folds
 * letters and forms that Unicode does not decompose.
 *
 *     wordsOf('parseChronicle broke src/Straße.ts')   // parse chronicle broke src strasse ts
 *     wordsOf('接続を修正')                             // 接続 続を を修 修正 正
 */
import { stemmer } from 'stemmer';

/** Longer words are cut (UTF-16 units): nobody types them, and an index keeps each of them. */
const LONGEST_WORD = 64;
/** A text is found by the words within so much of it (UTF-16 units): a narrative of any length, but no pasted log. */
const LONGEST_TEXT = 20_000;
/** White space and zero-width characters. */
const BLANKS = /[\s\u0085\u200b\u2060]+/;
/** What a word has: letters, digits, emoji, and `$HOME`, `snake_case`, `C#`, `C++`. */
const RUN = /[\p{L}\p{N}\p{So}_$#+]+/gu;
/** Between `parse` and `Chronicle`, `HTTP` and `Server`, `no_` and `push`, `$` and `HOME`, and around an emoji. */
const PART = /(?<=[_$#+])(?=[^_$#+])|(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})|(?<=\p{So})|(?=\p{So})/u;
/** Scripts that are written without spaces, and Korean, whose words have their particles attached. */
const DIVIDED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー]+/u;
const DIVIDED_OR_NOT = new RegExp(`${DIVIDED.source}|(?:(?!${DIVIDED.source}).)+`, 'gsu');

/** Letters that Unicode does not decompose, as people type them without their marks. */
const LETTERS: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', đ: 'd', ð: 'd', ø: 'o', ł: 'l', ı: 'i', æ: 'ae', œ: 'oe', þ: 'th', ħ: 'h', ŧ: 't', ŋ: 'n', ĸ: 'k' },
};
const LETTER = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'g');

/** A word of a text: its parts as the index has them, and all of it as one where it has several. */
interface Word {
  tokens: readonly string[];
  /** `parsechronicle` for `parseChronicle`; empty for a word of one part. */
  joined: string;
}

const NO_WORD: Word = { tokens: [], joined: '' };

/** The words of a text in their order, names in their parts, separated by spaces. */
export function wordsOf(text: string): string {
  return chunksOf(text)
    .flatMap((chunk) => wordIn(chunk).tokens)
    .join(' ');
}

/** The names in a text that have several parts, each once as one word: who types `parsechronicle` finds `parseChronicle`. */
export function namesIn(text: string): string {
  const names = chunksOf(text).map((chunk) => wordIn(chunk).joined);
  return [...new Set(names.filter((name) => name !== ''))].join(' ');
}

/** The part of a text that it is found by, divided at white space. */
export function chunksOf(text: string): string[] {
  return text
    .slice(0, LONGEST_TEXT)
    .split(BLANKS)
    .filter((chunk) => chunk !== '');
}

/** Most chunks: already folded, and without parts. */
const PLAIN = /^[a-z\d]+$/;

function wordIn(chunk: string): Word {
  if (PLAIN.test(chunk)) return { tokens: [chunk.slice(0, LONGEST_WORD)], joined: '' };
  const parts = foldedParts(chunk);
  if (parts.length === 0) return NO_WORD;
  const isDivided = parts.some((part) => DIVIDED.test(part));
  const joined = parts.length > 1 && !isDivided ? parts.join('').slice(0, LONGEST_WORD) : '';
  return { tokens: parts.flatMap(tokensOfPart), joined };
}

/** The folded parts of a chunk: `no_push.md` gives `no`, `push` and `md`. None if it is only punctuation. */
export function foldedParts(chunk: string): string[] {
  const plain = chunk
    .toWellFormed()
    .replaceAll('\ufffd', ' ')
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .normalize('NFC');
  return (plain.match(RUN) ?? [])
    .flatMap((run) => run.split(PART))
    .map((part) =>
      part
        .replace(/^[_$#+]+|[_$]+$/g, '')
        .toLowerCase()
        .replace(LETTER, (letter) => LETTERS[letter] ?? letter),
    )
    .filter((part) => part !== '');
}

/** A part as one token; characters by pairs, and the last one alone, in scripts without spaces. */
function tokensOfPart(part: string): string[] {
  if (!DIVIDED.test(part)) return [part.slice(0, LONGEST_WORD)];
  return (part.match(DIVIDED_OR_NOT) ?? []).flatMap((run) => {
    if (!DIVIDED.test(run)) return [run.slice(0, LONGEST_WORD)];
    const characters = Array.from(run);
    return characters.map((character, i) => character + (characters[i + 1] ?? ''));
  });
}

/** A word that is asked for, as FTS5 expressions. */
export interface Asked {
  /** Tokens that follow each other in a text with the word. */
  tokens: readonly string[];
  /** What a text may have instead of all of it, for a ranking: the parts of a name, pairs of characters. */
  parts: readonly string[];
  joined: string;
}

/** What a typed word or phrase asks for; null if it is only punctuation. */
export function askedFor(typed: string): Asked | null {
  const words = chunksOf(typed).map(wordIn);
  const tokens = words.flatMap((word) => word.tokens);
  if (tokens.length === 0) return null;
  // In a text, more characters may follow the last one.
  const last = tokens.at(-1) ?? '';
  const isEndOfRun = tokens.length > 1 && DIVIDED.test(last) && Array.from(last).length === 1;
  const followed = isEndOfRun ? tokens.slice(0, -1) : tokens;
  const parts = followed.filter((token) => Array.from(token).length > 1);
  return { tokens: followed, parts, joined: words.length === 1 ? (words[0]?.joined ?? '') : '' };
}

/** Only words of plain letters have English endings. The stem of another language's word is still the same in texts and questions. */
export function stemOf(token: string): string {
  return /^[a-z]{3,30}$/.test(token) ? stemmer(token) : token;
}

/** The line with the most of these stems, of which a longer word counts too; empty if no line has more than the first. */
export function fittingLine(lines: readonly string[], stems: ReadonlySet<string>): string {
  const counts = lines.map((line) => {
    const own = wordsOf(line).split(' ').map(stemOf);
    return [...stems].filter((stem) => own.some((word) => word.startsWith(stem))).length;
  });
  const most = Math.max(0, ...counts.slice(1));
  return most > (counts[0] ?? 0) ? (lines[counts.indexOf(most, 1)] ?? '') : '';
}

/** Words that say nothing about what a question is about. */
const STOP_WORDS = new Set(
  `a about after again all also am an and any are as at be because been before being but by can could did do does doing
  don for from had has have having he her here him his how i if in into is it its just me more most my no nor not now of
  off on once only or other our out over own same she should so some such than that the their them then there these they
  this those through to too under until up us very was we were what when where which while who whom why will with would
  you your s t re ve ll d m ever last time`.split(/\s+/),
);

/** The words of a question that say what it is about; all of them if none does. */
export function tellingWords(words: readonly string[]): string[] {
  const telling = words.filter((word) => wordIn(word).tokens.some((token) => !STOP_WORDS.has(token)));
  return telling.length > 0 ? telling : [...words];
}

/** The stems of a text that say what it is about, each once. */
export function tellingStems(text: string): Set<string> {
  const telling = new Set<string>();
  for (const chunk of chunksOf(text)) {
    const { tokens, joined } = wordIn(chunk);
    if (joined !== '') telling.add(joined);
    for (const token of tokens) if (!STOP_WORDS.has(token)) telling.add(stemOf(token));
  }
  return telling;
}

/** Whether a text has more than punctuation. */
export function hasWords(text: string): boolean {
  return /[\p{L}\p{N}\p{So}]/u.test(text);
}

/** Says whether a text has a typed word or phrase, as the index would find it. */
export function phraseFinder(text: string): (typed: string) => boolean {
  const stems = (tokens: readonly string[]) => ` ${tokens.map(stemOf).join(' ')} `;
  const words = stems(wordsOf(text).split(' '));
  return (typed) => words.includes(stems(askedFor(typed)?.tokens ?? ['']));
}

/**
 * Words of scripts that are written without blanks. Pagefind divides texts at blanks, so both texts and queries get blanks
 * between such words; a word joiner before each tells it from one that was written.
 */
const JOINT = '\u2060 ';
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}ー]{2,}/gu;

/** The label of what follows the first line of a part. */
export const REST_LABEL = 'rest';

let segmenter: Intl.Segmenter | undefined;

/** A text with its unspaced words divided. */
export function dividedWords(text: string): string {
  return text.replace(UNSPACED, (run) => {
    segmenter ??= new Intl.Segmenter('zh', { granularity: 'word' });
    return Array.from(segmenter.segment(run), ({ segment }) => segment).join(JOINT);
  });
}

/** A divided text as it was written. */
export function joinedWords(text: string): string {
  return text.replaceAll(JOINT, '').replaceAll('\u2060', '');
}
