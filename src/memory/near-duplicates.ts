/**
 * Memories that say the same. Two memories are compared by the words of their names, descriptions and texts. A word counts
 * more if fewer memories have it, and the text counts less than the rest, since it mostly says why.
 *
 *     money in cents: amounts are integer cents
 *     cents not floats: amounts are integers in cents     alike
 *     money format: amounts are shown with a comma        not alike
 */

import type { MemoryText } from './memory-text.ts';
import { type Features, featuresOf, isEvidence, rarityIn, type Vector, vectorOf } from '#src/format/event-words.ts';

/** The least similarity (a cosine) of near-duplicates. Tuned on the pairs of tests/unit/memory/near-duplicates.test.ts. */
const NEAR_DUPLICATE_FROM = 0.5;
/** Fewer common words, however rare, are a common subject and not the same rule, unless there are no other words. */
const SHARED_WORDS = 3;
const NO_OTHERS = 0.99;
/** Imaginary memories with unique words, so that shared words still count in a small directory. */
const IMAGINED = 50;
/** The headings that Claude Code gives its memories. */
const HEADINGS = /\*\*(?:Why|How to apply):?\*\*:?/gi;

/** A memory and the earlier one that it resembles most. */
export interface NearDuplicate {
  /** Indexes of the given texts; `of` is the smaller one. */
  index: number;
  of: number;
  /** Up to 1. */
  likeness: number;
}

/** Each memory that resembles an earlier one, with the one it resembles most, in the given order. */
export function nearDuplicates(texts: readonly Pick<MemoryText, 'name' | 'description' | 'body'>[]): NearDuplicate[] {
  const all = texts.map(featuresIn);
  const rarity = rarityIn(all, IMAGINED);
  const vectors = all.map((features) => vectorOf(features, rarity));
  const before = new Map<string, { index: number; length: number }[]>();
  return vectors.flatMap((vector, index) => {
    const likeness = new Float64Array(index);
    for (const [word, length] of vector) {
      const others = before.get(word) ?? [];
      before.set(word, others);
      for (const other of others) likeness[other.index] = (likeness[other.index] ?? 0) + length * other.length;
      others.push({ index, length });
    }
    let [of, most] = [-1, 0];
    for (const [i, value] of likeness.entries()) {
      if (value > most && isNear(value, vector, vectors[i])) [of, most] = [i, value];
    }
    return of === -1 ? [] : [{ index, of, likeness: most }];
  });
}

function isNear(likeness: number, a: Vector, b: Vector | undefined): boolean {
  if (likeness < NEAR_DUPLICATE_FROM) return false;
  return likeness > NO_OTHERS || [...a.keys()].filter((word) => b?.has(word)).length >= SHARED_WORDS;
}

/** The words of a memory without everyday words, which say nothing. */
function featuresIn({ name, description, body }: Pick<MemoryText, 'name' | 'description' | 'body'>): Features {
  if (description === '' && body === '') return new Map();
  const text = `${name.replaceAll('-', ' ')} ${description}`;
  const features = featuresOf({ text, details: body.replace(HEADINGS, ' ') });
  return new Map([...features].filter(([word]) => isEvidence(word)));
}
