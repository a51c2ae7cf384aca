/**
 * Memories that say the same. Two are compared by the words of name, description and text; a word counts the more the
 * fewer memories have it, and the body less than the rest, since it mostly says why.
 *
 *     money in cents: amounts are integer cents
 *     cents not floats: amounts are integers in cents     alike
 *     money format: amounts are shown with a comma        not alike
 */

import type { MemoryText } from './memory-text.ts';
import { type Features, featuresOf, isEvidence } from './misses/miss-words.ts';

/** From this likeness (a cosine) on, two memories are called near-duplicates. Chosen on the pairs of tests/unit/memory/near-duplicates.test.ts. */
const NEAR_DUPLICATE_FROM = 0.5;
/** One or two words in common, however rare, are a subject and not a rule, unless there are no others. */
const SHARED_WORDS = 3;
const NO_OTHERS = 0.99;
/** Memories without a word in common with any other that are taken for granted, so that in a small directory shared words still count. */
const IMAGINED = 50;
/** The headings that Claude Code gives its memories. */
const HEADINGS = /\*\*(?:Why|How to apply):?\*\*:?/gi;

/** A memory and the earlier one that it is most like. */
export interface NearDuplicate {
  /** Indexes into what was given; `of` is the smaller. */
  index: number;
  of: number;
  /** Up to 1. */
  likeness: number;
}

/** Each memory that is like one before it, with the one it is most like, in the given order. */
export function nearDuplicates(texts: readonly Pick<MemoryText, 'name' | 'description' | 'body'>[]): NearDuplicate[] {
  const found: NearDuplicate[] = [];
  const holders = new Map<string, Holders>();
  const likeness = new Float64Array(texts.length);
  const shared = new Uint16Array(texts.length);
  const vectors = vectorsOf(texts.map(featuresIn));
  for (const [index, vector] of vectors.entries()) {
    likeness.fill(0, 0, index);
    shared.fill(0, 0, index);
    for (const [feature, length] of vector) {
      const before = holders.get(feature) ?? { indexes: [], lengths: [] };
      holders.set(feature, before);
      addLikeness(before, length, likeness, shared);
      before.indexes.push(index);
      before.lengths.push(length);
    }
    const of = mostAlike(likeness.subarray(0, index), shared);
    if (of !== null) found.push({ index, of, likeness: likeness[of] ?? 0 });
  }
  return found;
}

/** Adds what a word that is `length` long makes a memory like those that have it. */
function addLikeness({ indexes, lengths }: Holders, length: number, likeness: Float64Array, shared: Uint16Array): void {
  for (let i = 0; i < indexes.length; i++) {
    const index = indexes[i] ?? 0;
    likeness[index] = (likeness[index] ?? 0) + length * (lengths[i] ?? 0);
    shared[index] = (shared[index] ?? 0) + 1;
  }
}

function mostAlike(likeness: Float64Array, shared: Uint16Array): number | null {
  let best: number | null = null;
  let most = 0;
  for (let i = 0; i < likeness.length; i++) {
    const value = likeness[i] ?? 0;
    if (value <= most || value < NEAR_DUPLICATE_FROM) continue;
    if ((shared[i] ?? 0) >= SHARED_WORDS || value > NO_OTHERS) [best, most] = [i, value];
  }
  return best;
}

function featuresIn({ name, description, body }: Pick<MemoryText, 'name' | 'description' | 'body'>): Features {
  if (description === '' && body === '') return new Map();
  return featuresOf({
    text: `${name.replaceAll('-', ' ')} ${description}`,
    details: body.replace(HEADINGS, ' '),
  });
}

/** Features as vectors of the length 1. Everyday words say nothing and are left out. */
function vectorsOf(all: readonly Features[]): [feature: string, length: number][][] {
  const holders = new Map<string, number>();
  for (const features of all) {
    for (const feature of features.keys()) holders.set(feature, (holders.get(feature) ?? 0) + 1);
  }
  return all.map((features) => {
    const vector: [feature: string, length: number][] = [];
    let square = 0;
    for (const [feature, weight] of features) {
      if (!isEvidence(feature)) continue;
      const length = weight * Math.log((all.length + IMAGINED) / (holders.get(feature) ?? 1));
      vector.push([feature, length]);
      square += length * length;
    }
    const scale = 1 / Math.sqrt(square || 1);
    return vector.map(([feature, length]) => [feature, length * scale]);
  });
}

/** The memories that have a word, and how long it is in each. */
interface Holders {
  indexes: number[];
  lengths: number[];
}
