/**
 * The subject of a miss as comparable words: in lower case, without accents and endings, and without words that every
 * miss uses. A name gives its parts, a number nothing; a script without spaces gives pairs of characters. The name of
 * something that code calls is a word in addition to its parts.
 *
 *     Used Time.now in src/scan.rs, the ticket had expired   // the name time.now; ticket, expir, scan; little of src, rs, use
 */

import type { ChronicleEvent } from './chronicle.ts';
import { writtenDetails } from './event-source.ts';
import { oneLine } from '#src/lib/text/clip.ts';
import { memoised } from '#src/lib/memo.ts';
import { EVERYDAY_STEMS, SILENT_WORDS, stemOf } from './common-words.ts';

/** A name that code can call, with the modules or objects before it: `rails.logger.info`. Longer ones are not names. */
const DOTTED = String.raw`\p{L}[\p{L}\p{N}_]{1,60}(?:(?:\.|::|->)[\p{L}_][\p{L}\p{N}_]{1,60}){0,6}`;
/** `.unwrap()`, `assert_eq!(`; `step(s)` is a word. */
const CALL = new RegExp(String.raw`(?<![\p{L}\p{N}_.:>])\.?(${DOTTED})!?\((?!e?s\))`, 'gu');
/** `Time.now`, in backticks or quotes, at the end of a sentence. */
const MEMBER = new RegExp(String.raw`^[^\p{L}\p{N}_/.-]{0,3}(${DOTTED})[^\p{L}\p{N}/(]{0,3}$`, 'u');
/** `%v` of a format. */
const VERB = /^[^\p{L}\p{N}%]{0,2}(%\p{L})[^\p{L}\p{N}]{0,3}$/u;
const FILE =
  /\.(?:md|mdx|txt|toml|json|jsonl|ya?ml|xml|csv|lock|rs|py|go|[cm]?tsx?|[cm]?jsx?|rb|css|scss|html?|c|h|cc|cpp|cs|sh|proto|sql|swift|kt|java|php|vue|astro|svg|png|pdf|log|ini|cfg|env|com|org|net|io|dev)$/;

/**
 * The names of called code in a text without spaces, in lower case: `Time.now` or `order.total(`, but not file names.
 *
 *     codeNames('`context.Background()`')  // ['context.background']
 *     codeNames('src/scan.rs')             // []
 */
export function codeNames(chunk: string): string[] {
  if (!/[.(%:]/.test(chunk)) return [];
  const called = [...chunk.matchAll(CALL)].map(([, name = '']) => name);
  const member = MEMBER.exec(chunk)?.[1];
  const verb = VERB.exec(chunk)?.[1];
  const names = [...called, ...(member && /[.:>]/.test(member) ? [member] : []), ...(verb ? [verb] : [])];
  return [...new Set(names.map((name) => name.toLowerCase()))].filter((name) => !FILE.test(name));
}

/** Weights: called code says more than other words. Tuned with `npm run bench -- groups`. */
const NAME = 2;
const WORD = 1;
const EVERYDAY = 0.3;
/** Details mostly describe the consequences. */
const IN_DETAILS = 0.3;
/** The start of a text is enough to tell what a miss is about. */
const LONGEST_TEXT = 2000;
const LONGEST_WORD = 40;

/** The subject of a text: stems of words and names in code, with their weights. */
export type Features = ReadonlyMap<string, number>;

/** The features of an event, cached by object. */
export const featuresOf = memoised((event: Pick<ChronicleEvent, 'text' | 'details'>): Features => {
  const features = new Map<string, number>();
  addFeatures(features, event.text, 1);
  addFeatures(features, writtenDetails(event), IN_DETAILS);
  if (![...features.keys()].some(isEvidence)) features.set(sameText(event.text), NAME);
  return features;
});

/** Whether a common feature is evidence that two misses are alike. Everyday words are not. */
export function isEvidence(feature: string): boolean {
  return !EVERYDAY_STEMS.has(feature);
}

/** Whether one common feature is enough: called code such as `Time.now` or `unwrap()`, or a whole text. */
export function isProof(feature: string): boolean {
  return feature.includes(' ');
}

// The space tells these two from stems, which have none.
const NAMED = 'name ';

/** A text with only everyday words matches only the same text. */
function sameText(text: string): string {
  return `text ${oneLine(text.slice(0, LONGEST_TEXT))}`;
}

function addFeatures(features: Map<string, number>, text: string, share: number): void {
  for (const { feature, weight } of wordsOf(text)) {
    features.set(feature, Math.max(features.get(feature) ?? 0, weight * share));
  }
}

interface Word {
  /** As written. */
  text: string;
  feature: string;
  weight: number;
}

const PLAIN_WORD = /^[A-Z]?[a-z]+$/;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;
const PART = /(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})|(?<=\p{L}{2})(?=\p{N})|(?<=\p{N})(?=\p{L}{2})/u;
const CODE_MARK = /[`_/\\(){}<>=]|[\p{L}\p{N}]\.[\p{L}\p{N}]|\p{Ll}\p{Lu}|^--?\p{L}/u;

function wordsOf(text: string): Word[] {
  const start = text.slice(0, LONGEST_TEXT);
  const plain = /[^\0-\x7f]/.test(start) ? start.normalize('NFKD').replace(/\p{M}/gu, '').normalize('NFC') : start;
  return plain.split(/\s+/).flatMap(wordsIn);
}

/** Texts repeat their words; this many are cached. */
const MOST_CACHED = 10_000;
const cached = new Map<string, readonly Word[]>();

function wordsIn(chunk: string): readonly Word[] {
  const before = cached.get(chunk);
  if (before) return before;
  const words = [...namesOf(chunk), ...partsOf(chunk)];
  if (cached.size === MOST_CACHED) cached.clear();
  if (chunk.length <= LONGEST_WORD) cached.set(chunk, words);
  return words;
}

/** Everyday names such as `get()` are as meaningless as the word. */
function namesOf(chunk: string): Word[] {
  return codeNames(chunk).flatMap((name): Word[] => {
    if (SILENT_WORDS.has(name) || EVERYDAY_STEMS.has(stemOf(name))) return [];
    const at = chunk.toLowerCase().indexOf(name);
    return [{ text: chunk.slice(at, at + name.length), feature: NAMED + name, weight: NAME }];
  });
}

/** The parts of a name share its weight: sharing all of them is sharing one name. */
function partsOf(chunk: string): Word[] {
  const parts = (chunk.match(/[\p{L}\p{N}]+/gu) ?? []).flatMap(splitName).filter(isMeaningful);
  const weight = CODE_MARK.test(chunk) ? WORD / parts.length : WORD;
  return parts.map((text) => {
    const feature = stemOf(text.toLowerCase());
    return { text, feature, weight: EVERYDAY_STEMS.has(feature) ? EVERYDAY : weight };
  });
}

function isMeaningful(word: string): boolean {
  return word.length > 1 && !SILENT_WORDS.has(word.toLowerCase()) && !/^\p{N}/u.test(word);
}

function splitName(run: string): string[] {
  if (PLAIN_WORD.test(run)) return [run.slice(0, LONGEST_WORD)];
  return UNSPACED.test(run) ? pairsOf(run) : run.split(PART).map((part) => part.slice(0, LONGEST_WORD));
}

function pairsOf(run: string): string[] {
  const characters = Array.from(run);
  if (characters.length < 3) return [run];
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`);
}

/** The weight of each word of a text. */
export type Vector = Map<string, number>;

/**
 * The logarithm of how rare each word is among these texts. `imagined` texts with unique words are added, so that shared words
 * still count among few texts.
 */
export function rarityIn(texts: readonly Features[], imagined: number): (word: string) => number {
  const counts = new Map<string, number>();
  for (const features of texts) for (const word of features.keys()) counts.set(word, (counts.get(word) ?? 0) + 1);
  return (word) => Math.log((texts.length + imagined) / (counts.get(word) ?? 1));
}

/** Words as a unit vector. The weight of a word is multiplied by its rarity. */
export function vectorOf(words: Features, rarity: (word: string) => number): Vector {
  const vector: Vector = new Map();
  let square = 0;
  for (const [word, weight] of words) {
    const length = weight * rarity(word);
    vector.set(word, length);
    square += length * length;
  }
  const scale = 1 / Math.sqrt(square || 1);
  for (const [word, length] of vector) vector.set(word, length * scale);
  return vector;
}

/**
 * The product of two vectors. `discount` is the share of the strongest common word that does not count: one word, however
 * rare, proves nothing, unless it is the name of called code.
 */
export function inCommon(a: Vector, b: Vector, discount: number): number {
  let all = 0;
  let most = 0;
  for (const [word, length] of a) {
    const other = b.get(word);
    if (other === undefined) continue;
    const product = length * other;
    all += product;
    if (product > most && !isProof(word)) most = product;
  }
  return all - discount * most;
}
