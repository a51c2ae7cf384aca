/** The similarity of texts: the cosine of their word vectors, in which rare words weigh more. */
import { type Features, isProof } from './miss-words.ts';

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
