/**
 * Lines that say the same in other words. Tried lines are compared as attempts; all others by their words, of which one
 * counts more if fewer lines have it.
 *
 *     Do we need refresh tokens for the MVP?
 *     Refresh tokens for the MVP or a longer expiry?     the same
 *     Do we need an admin role for the MVP?              another
 */
import type { NoteKind } from '#src/chronicle/notebook/note-kinds.ts';
import { areAlike, attemptOf } from '#src/notebook/alike-attempts.ts';
import { oneLine } from '#src/text/clip.ts';
import { rarityIn, vectorOf } from '../misses/likeness.ts';
import { featuresOf, isEvidence } from '../misses/miss-words.ts';
import { namedPath } from './named-place.ts';

/** The least similarity (a cosine) of lines that say the same. Tuned on tests/fixtures/promote/development.json. */
const ALIKE_FROM = 0.6;
/** Imaginary lines with unique words, so that shared words still count among few lines. */
const IMAGINED = 300;
/** A line is compared with this many later lines for each of its words, so that many lines take linear time. */
const MOST_COMPARED = 40;

/** A line that was read for comparing, and how much it is like another one of its kind: 0 if it is not. */
interface Comparable {
  words: Iterable<string>;
  likeness(other: Comparable): number;
}

/** Lines of one kind in groups that say the same, in the order of their first lines. Each joins the group it is most like. */
export function alikeLines<Line extends { text: string }>(kind: NoteKind, lines: readonly Line[]): Line[][] {
  const texts = lines.map(({ text }) => oneLine(text));
  const comparables = kind === 'tried' ? texts.map(comparableAttempt) : comparableLines(texts);
  const groups: Line[][] = [];
  const byText = new Map<string, number>();
  const byWord = new Map<string, { line: Comparable; group: number }[]>();
  for (const [index, line] of lines.entries()) {
    const key = texts[index]?.toLowerCase() ?? '';
    const comparable = comparables[index] ?? { words: [], likeness: () => 0 };
    const group = byText.get(key) ?? likest(comparable, byWord) ?? groups.length;
    byText.set(key, group);
    const own = groups[group];
    if (own) own.push(line);
    else groups[group] = [line];
    for (const word of comparable.words) {
      const placed = byWord.get(word) ?? [];
      byWord.set(word, placed);
      if (placed.length === MOST_COMPARED) placed.shift();
      placed.push({ line: comparable, group });
    }
  }
  return groups;
}

function likest(
  line: Comparable,
  byWord: ReadonlyMap<string, readonly { line: Comparable; group: number }[]>,
): number | undefined {
  const others = new Set([...line.words].flatMap((word) => byWord.get(word) ?? []));
  const groups = new Map([...others].map((other) => [other.line, other.group]));
  let [found, most]: [number | undefined, number] = [undefined, 0];
  for (const [other, group] of groups) {
    const likeness = line.likeness(other);
    if (likeness > most) [found, most] = [group, likeness];
  }
  return found;
}

class ComparableAttempt implements Comparable {
  readonly #attempt: ReturnType<typeof attemptOf>;

  constructor(text: string) {
    this.#attempt = attemptOf(text);
  }

  get words(): Iterable<string> {
    return this.#attempt.words.keys();
  }

  likeness(other: Comparable): number {
    return other instanceof ComparableAttempt && areAlike(this.#attempt, other.#attempt) ? 1 : 0;
  }
}

function comparableAttempt(text: string): Comparable {
  return new ComparableAttempt(text);
}

function comparableLines(texts: readonly string[]): Comparable[] {
  const features = texts.map((text) => featuresOf({ text, details: '' }));
  const rarity = rarityIn(features, IMAGINED);
  const read = texts.map((text, index) => ({
    vector: vectorOf(features[index] ?? new Map(), rarity),
    path: namedPath(text),
    numbers: text.match(/\d+(?:\.\d+)*/g) ?? [],
  }));
  const readOf = new Map<Comparable, (typeof read)[number]>();
  return read.map((own) => {
    const comparable: Comparable = {
      words: [...own.vector.keys()].filter(isEvidence),
      likeness(other) {
        const theirs = readOf.get(other);
        if (theirs === undefined || areApart(own, theirs)) return 0;
        let likeness = 0;
        for (const [word, length] of own.vector) likeness += length * (theirs.vector.get(word) ?? 0);
        return likeness > ALIKE_FROM ? likeness : 0;
      },
    };
    readOf.set(comparable, own);
    return comparable;
  });
}

/** What tells lines of the same form apart. */
interface Marks {
  path: string | null;
  numbers: readonly string[];
}

/** Whether lines name different paths or versions, however alike their words are. */
function areApart(a: Marks, b: Marks): boolean {
  if (a.path !== null && b.path !== null && a.path !== b.path) return true;
  return a.numbers.length > 0 && b.numbers.length > 0 && !a.numbers.some((number) => b.numbers.includes(number));
}
