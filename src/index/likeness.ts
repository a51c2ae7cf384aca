/**
 * Finds the texts that are like a text, among thousands: they share its rare words. Words are those that a question is ranked by,
 * weighted by how rare they are, as in https://nlp.stanford.edu/IR-book/html/htmledition/tf-idf-weighting-1.html; how alike
 * two texts are is the cosine of their weights.
 */
import { compare } from '#src/value/compare.ts';
import { tellingStems } from './words.ts';

/** A word that more texts have does not lead from one to another. Without it, the work would grow with the square of the texts. */
const MOST_HAVING = 60;
/** Texts that share fewer rare words are alike by accident. */
const LEAST_SHARED = 4;
/** The least cosine of texts that somebody would call alike. */
const LEAST_ALIKE = 0.36;
/** Of the texts that share the most, so many are compared as a whole. */
const MOST_COMPARED = 20;
/** How much of a text counts (UTF-16 units): what it is about stands at its beginning. */
const LONGEST = 2000;

interface Word<Item> {
  token: string;
  /** How many texts have it. */
  count: number;
  /** These texts; null once they are too many. */
  items: Item[] | null;
}

/** Each once. Lists take half the memory of sets. */
type Words<Item> = readonly Word<Item>[];

/** Texts by their words. */
export class Likeness<Item extends object> {
  readonly #textOf: (item: Item) => string;
  readonly #words = new Map<string, Word<Item>>();
  /** The words of each text. */
  readonly #items = new Map<Item, Words<Item>>();

  constructor(textOf: (item: Item) => string) {
    this.#textOf = textOf;
  }

  add(item: Item): void {
    const words = this.#wordsOf(item);
    this.#items.set(item, words);
    for (const word of words) {
      word.count += 1;
      if (word.count > MOST_HAVING) word.items = null;
      else word.items?.push(item);
    }
  }

  /** Removes an item that was added. A word that was in too many texts stays so. */
  remove(item: Item): void {
    for (const word of this.#items.get(item) ?? []) {
      word.count -= 1;
      word.items?.splice(word.items.indexOf(item), 1);
      if (word.count === 0) this.#words.delete(word.token);
    }
    this.#items.delete(item);
  }

  /** The items most like one of them, best first, at most `most` of those that are admitted. */
  alike(item: Item, admits: (other: Item) => boolean, most: number): Item[] {
    const own = this.#items.get(item) ?? [];
    const shared = new Map<Item, { words: number; weight: number }>();
    for (const word of own) {
      const weight = this.#weight(word) ** 2;
      for (const other of word.items ?? []) {
        const sum = shared.get(other);
        if (sum) {
          sum.words += 1;
          sum.weight += weight;
        } else shared.set(other, { words: 1, weight });
      }
    }
    const length = this.#length(own);
    const known = new Set(own);
    return [...shared]
      .filter(([other, { words }]) => words >= LEAST_SHARED && other !== item && admits(other))
      .sort(([, a], [, b]) => compare(b.weight, a.weight))
      .slice(0, MOST_COMPARED)
      .map(([other]) => ({ other, cosine: this.#cosine(known, length, other) }))
      .filter(({ cosine }) => cosine >= LEAST_ALIKE)
      .sort((a, b) => compare(b.cosine, a.cosine))
      .slice(0, most)
      .map(({ other }) => other);
  }

  #cosine(own: ReadonlySet<Word<Item>>, length: number, other: Item): number {
    const words = this.#items.get(other) ?? [];
    let product = 0;
    for (const word of words) if (own.has(word)) product += this.#weight(word) ** 2;
    return product / (length * this.#length(words));
  }

  #length(words: Words<Item>): number {
    let sum = 0;
    for (const word of words) sum += this.#weight(word) ** 2;
    return Math.sqrt(sum);
  }

  #weight({ count }: Word<Item>): number {
    return Math.log(1 + this.#items.size / count);
  }

  #wordsOf(item: Item): Words<Item> {
    return Array.from(tellingStems(this.#textOf(item).slice(0, LONGEST)), (token) => {
      const word = this.#words.get(token) ?? { token, count: 0, items: [] };
      this.#words.set(token, word);
      return word;
    });
  }
}
