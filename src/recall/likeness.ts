/**
 * Finds the texts that are like a text, among thousands: they share its rare words. Words are those that a question is ranked by,
 * weighted by how rare they are, as in https://nlp.stanford.edu/IR-book/html/htmledition/tf-idf-weighting-1.html; how alike
 * two texts are is the cosine of their weights.
 */
import { compare } from '../value/compare.ts';
import { tellingTokens } from './tokens.ts';

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
  /** How many texts have it. */
  count: number;
  /** These texts; null once they are too many. */
  items: Set<Item> | null;
}

/** Texts by their words. */
export class Likeness<Item extends object> {
  readonly #textOf: (item: Item) => string;
  readonly #words = new Map<string, Word<Item>>();
  #size = 0;

  constructor(textOf: (item: Item) => string) {
    this.#textOf = textOf;
  }

  add(item: Item): void {
    this.#size += 1;
    for (const word of this.#wordsOf(item)) {
      const known = this.#words.get(word) ?? { count: 0, items: new Set() };
      this.#words.set(word, known);
      known.count += 1;
      if (known.count > MOST_HAVING) known.items = null;
      else known.items?.add(item);
    }
  }

  /** Removes an item that was added. A word that was in too many texts stays so. */
  remove(item: Item): void {
    this.#size -= 1;
    for (const word of this.#wordsOf(item)) {
      const known = this.#words.get(word);
      if (!known) continue;
      known.count -= 1;
      known.items?.delete(item);
      if (known.count === 0) this.#words.delete(word);
    }
  }

  /** The items most like one, best first, at most `most` of those that are admitted. */
  alike(item: Item, admits: (other: Item) => boolean, most: number): Item[] {
    const own = this.#wordsOf(item);
    const shared = new Map<Item, { words: number; weight: number }>();
    for (const word of own) {
      const weight = this.#weight(word) ** 2;
      for (const other of this.#words.get(word)?.items ?? []) {
        const sum = shared.get(other) ?? { words: 0, weight: 0 };
        shared.set(other, { words: sum.words + 1, weight: sum.weight + weight });
      }
    }
    const length = this.#length(own);
    return [...shared]
      .filter(([other, { words }]) => words >= LEAST_SHARED && other !== item && admits(other))
      .sort(([, a], [, b]) => compare(b.weight, a.weight))
      .slice(0, MOST_COMPARED)
      .map(([other]) => ({ other, cosine: this.#cosine(own, length, other) }))
      .filter(({ cosine }) => cosine >= LEAST_ALIKE)
      .sort((a, b) => compare(b.cosine, a.cosine))
      .slice(0, most)
      .map(({ other }) => other);
  }

  #cosine(own: ReadonlySet<string>, length: number, other: Item): number {
    const words = this.#wordsOf(other);
    const product = [...words].reduce((sum, word) => sum + (own.has(word) ? this.#weight(word) ** 2 : 0), 0);
    return product / (length * this.#length(words));
  }

  #length(words: ReadonlySet<string>): number {
    return Math.sqrt([...words].reduce((sum, word) => sum + this.#weight(word) ** 2, 0));
  }

  #weight(word: string): number {
    return Math.log(1 + this.#size / (this.#words.get(word)?.count ?? 1));
  }

  #wordsOf(item: Item): Set<string> {
    return tellingTokens(this.#textOf(item).slice(0, LONGEST));
  }
}
