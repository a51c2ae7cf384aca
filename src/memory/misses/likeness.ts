/** How alike texts are: the cosine of their words as vectors, in which rare words are long. */
import { type Features, isProof } from './miss-words.ts';

/** How long each word of a text is. */
export type Vector = Map<string, number>;

/** Words as a vector of the length 1. What a word weighs is multiplied by how rare it is. */
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
 * The product of two vectors. `discount` is how much of what they have most in common does not
 * count: one word, however rare, is no proof. What code calls is.
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
