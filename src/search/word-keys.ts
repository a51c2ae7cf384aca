/**
 * The keys under which the index of the search page has the words of a text. A chunk has one for each of its parts that a
 * search can match at: the rest of the chunk from there. Points separate parts, and a minus stands before what is not a
 * whole chunk:
 *
 *     keysOf(['no_', 'push', 'md'])  // ['no_.push.md', '-push.md', '-md']
 *
 * So a key says by itself whether it begins with a word, and whether a phrase can end in it.
 */
import { stemmer } from 'stemmer';
import { foldText, partsOf } from './words.ts';

/** Longer keys are cut (UTF-16 units), and so are words that are looked for: nobody types them. */
const LONGEST_KEY = 64;
/** The most keys of a chunk. Only encoded data have more parts. */
const MOST_KEYS = 100;
/** The longest word that is looked up in a list of its own (UTF-16 units), as too many keys begin with it. */
export const SHORT = 2;

/** The keys of a chunk, given as `chunkParts` gives it. */
export function keysOf(parts: readonly string[]): string[] {
  return parts.slice(0, MOST_KEYS).flatMap((part, at) => {
    if (at > 0 && part.length === 1) return [];
    const key = cutKey(parts.slice(at));
    return [at === 0 ? key : `-${key}`];
  });
}

function cutKey(parts: readonly string[]): string {
  const kept: string[] = [];
  let left = LONGEST_KEY;
  for (const part of parts) {
    if (left === 0) break;
    kept.push(part.slice(0, left));
    left -= Math.min(left, part.length);
  }
  return kept.join('.');
}

/** A key without its marks, by which keys are ordered. */
export function plainKey(key: string): string {
  return key.replace(/[-.*]/g, '');
}

/** The key of all records with a key that begins like this. */
export function shortKey(beginning: string): string {
  return `${beginning}*`;
}

/** How much a key is like a word that is not the same. */
const LIKE = { form: 0.8, beginning: 0.4, parts: 0.3 };

/** A word to look for. */
export class WantedWord {
  /** Folded; empty if it is only punctuation. */
  readonly text: string;
  /** How all keys begin that it can match. */
  readonly beginnings: readonly string[];
  readonly #stem: string;
  /** Those of a name: `push.md` finds `feedback_no_push.md`, and `md_push` too. */
  readonly #parts: readonly string[];

  constructor(word: string) {
    this.text = foldText(word).text.replaceAll(' ', '').slice(0, LONGEST_KEY);
    this.#stem = stemOf(this.text);
    const parts = partsOf(word);
    this.#parts = parts.length > 1 ? parts : [];
    this.beginnings = [this.text.slice(0, Math.max(1, this.#sharedLength())), ...this.#parts];
  }

  /** From 0, if the key does not match, to 1. */
  likeness(key: string): number {
    const plain = plainKey(key);
    if (this.text === '') return 0;
    const first = /^-?([^.]*?)_*(?:\.|$)/.exec(key)?.[1] ?? '';
    if (plain === this.text || first === this.text) return 1;
    if (this.text.length > SHORT && stemOf(first) === this.#stem) return LIKE.form;
    if (plain.startsWith(this.text))
      return LIKE.beginning * (1 + this.text.length / Math.max(first.length, this.text.length)) * 0.9;
    return this.#parts.length > 0 && hasParts(key, this.#parts) ? LIKE.parts : 0;
  }

  /** The letters that all forms have in common: the last one of a stem may differ, or be added to it. */
  #sharedLength(): number {
    const least = /[eiy]$/.test(this.#stem) ? this.#stem.slice(0, -1) : this.#stem;
    let length = 0;
    while (length < least.length && least[length] === this.text[length]) length++;
    return length;
  }
}

/** Whether a key begins with a text that ends where a part or a word ends. */
function beginsWithWhole(key: string, text: string): boolean {
  const wanted = text.slice(0, LONGEST_KEY);
  const parts = key.replace('-', '').split('.');
  let begun = '';
  for (const part of parts) {
    const whole = begun + part;
    if (whole === wanted || (whole.startsWith(wanted) && whole[wanted.length] === '_')) return true;
    if (!wanted.startsWith(whole)) return false;
    begun = whole;
  }
  return false;
}

/** Whether a key has all these folded parts, each where one of its own begins. */
function hasParts(key: string, parts: readonly string[]): boolean {
  const own = key.replace('-', '').split('.');
  const rests = own.map((_, at) => own.slice(at).join(''));
  return parts.every((part) => rests.some((rest) => rest.startsWith(part)));
}

const ADVERB = /(?<=[cdeghkmnrt])ly$/;
const stems = new Map<string, string>();
const MOST_STEMS = 50_000;

/** What the forms of an English word have in common: `migrating` and `migration` are `migrat`. */
function stemOf(word: string): string {
  const known = stems.get(word);
  if (known !== undefined) return known;
  const stem = /^[a-z]{3,}$/.test(word) ? stemmer(word.replace(ADVERB, '')) : word;
  if (stems.size >= MOST_STEMS) stems.clear();
  stems.set(word, stem);
  return stem;
}

/** The words of a phrase, folded; one empty word if it has only punctuation. */
export function phraseWords(text: string): string[] {
  return foldText(text).text.split(' ');
}

/**
 * Whether a key can stand at a place of a phrase: all words but the first begin a chunk, and all but the last fill it to its
 * end.
 */
export function isInPhrase(key: string, words: readonly string[], at: number): boolean {
  const word = words[at] ?? '';
  if (word === '' || (at > 0 && key.startsWith('-'))) return false;
  return at === words.length - 1 ? beginsWithWhole(key, word) : plainKey(key) === word.slice(0, LONGEST_KEY);
}
