/**
 * Puts texts that are alike together, one after the other in the order of time: each joins the group that
 * it is most alike on average, if it is alike enough, else it begins one of its own. On average, and not to
 * one of them, so that a group does not drift from text to text. What comes later never moves what came
 * before; so when the last texts change, only they are taken back and placed again.
 */
import { type Features, isEvidence, isProof } from './miss-words.ts';

/** From this likeness on, texts belong together. Found with `npm run bench -- groups`. */
const ALIKE = 0.3;
/** Texts without a word in common with any other that are taken for granted: the first ones of a project are then weighed much as later ones are. */
const IMAGINED = 300;
/** How much of what two texts have most in common does not count: one word, however rare, is no proof. What code calls is. */
const DISCOUNT = 0.4;
/** With so many groups a text is compared, found by its rarest words. */
const COMPARED = 32;
/** The length of a vector. Whole numbers add up to the same in any order, and are taken back without a rest. */
const UNIT = 1 << 20;

/** A feature that texts of this project have. */
interface Known {
  isEvidence: boolean;
  isProof: boolean;
  /** How many texts have it. */
  texts: number;
  /** The groups that have such a text, in the order in which they came to it. */
  groups: Group[];
}

/** A text as its features, rare ones long, of the length UNIT in all. */
type Vector = { known: Known; length: number }[];

interface Group {
  index: number;
  size: number;
  /** The sum of its texts' vectors. */
  sum: Map<Known, number>;
}

/** The groups of one project so far, to which texts are added in the order of time. */
export class Likeness {
  readonly #groups: Group[] = [];
  readonly #placed: { vector: Vector; group: Group }[] = [];
  readonly #known = new Map<string, Known>();

  /**
   * Places a text with the group that `choose` takes, or in a new one if it takes none, and returns the
   * group's index. `choose` is given what looks for the nearest of the groups that may be joined.
   */
  place(
    features: Features,
    choose: (nearest: (mayJoin: (index: number) => boolean) => number | undefined) => number | undefined,
  ): number {
    const vector = this.#vectorOf(features);
    const chosen = choose((mayJoin) => this.#nearest(vector, mayJoin)?.index) ?? this.#groups.length;
    const group = this.#groups[chosen] ?? { index: chosen, size: 0, sum: new Map() };
    this.#groups[chosen] = group;
    group.size++;
    for (const { known, length } of vector) {
      const before = group.sum.get(known);
      group.sum.set(known, (before ?? 0) + length);
      known.texts++;
      if (before === undefined) known.groups.push(group);
    }
    this.#placed.push({ vector, group });
    return chosen;
  }

  /** Takes back the text that was placed last. */
  takeBack(): void {
    const last = this.#placed.pop();
    if (!last) return;
    const { vector, group } = last;
    group.size--;
    for (const { known, length } of vector) {
      known.texts--;
      const rest = (group.sum.get(known) ?? 0) - length;
      if (rest > 0) group.sum.set(known, rest);
      else {
        group.sum.delete(known);
        known.groups.pop();
      }
    }
    if (group.size === 0) this.#groups.pop();
  }

  #vectorOf(features: Features): Vector {
    const texts = this.#placed.length + 1 + IMAGINED;
    let square = 0;
    const vector: Vector = [];
    for (const [feature, weight] of features) {
      const known = this.#known.get(feature) ?? knownFrom(feature);
      this.#known.set(feature, known);
      const length = weight * Math.log(texts / (known.texts + 1.5));
      vector.push({ known, length });
      square += length * length;
    }
    const scale = UNIT / Math.sqrt(square || 1);
    for (const part of vector) part.length = Math.max(1, Math.round(part.length * scale));
    return vector;
  }

  #nearest(vector: Vector, mayJoin: (index: number) => boolean): Group | undefined {
    let best: Group | undefined;
    let most = ALIKE * UNIT * UNIT;
    for (const group of candidates(vector)) {
      if (!mayJoin(group.index)) continue;
      const likeness = inCommon(vector, group.sum) / group.size;
      if (likeness > most) [best, most] = [group, likeness];
    }
    return best;
  }
}

function knownFrom(feature: string): Known {
  return { isEvidence: isEvidence(feature), isProof: isProof(feature), texts: 0, groups: [] };
}

/** The groups that have the rarest of a text's features. */
function candidates(vector: Vector): Set<Group> {
  const found = new Set<Group>();
  const evidence = vector.filter(({ known }) => known.isEvidence);
  for (const { known } of evidence.sort((a, b) => a.known.groups.length - b.known.groups.length)) {
    // Of the many groups that have a common word the newest: a mistake comes back soon, or not at all.
    for (let i = known.groups.length - 1; i >= 0; i--) {
      const group = known.groups[i];
      if (group) found.add(group);
      if (found.size >= COMPARED) return found;
    }
  }
  return found;
}

/** The cosine, of what is evidence, without a part of what the two have most in common, unless it is proof. */
function inCommon(vector: Vector, sum: ReadonlyMap<Known, number>): number {
  let all = 0;
  let most = 0;
  for (const { known, length } of vector) {
    if (!known.isEvidence) continue;
    const product = length * (sum.get(known) ?? 0);
    all += product;
    if (!known.isProof && product > most) most = product;
  }
  return all - DISCOUNT * most;
}
