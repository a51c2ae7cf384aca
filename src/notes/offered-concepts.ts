/**
 * Which concepts of a project's book to offer for a new observation, so that one subject does not get several names:
 *
 *     concept "cache" is not in use here, but "caching" is
 */
import type { ObservationContent } from '../format/notebook/observation.ts';
import { neutralLine } from '../lib/text/neutral-line.ts';
import type { BookIndex } from './book-index.ts';
import { isPlainLine } from './observed.ts';

/** How many concepts a remark names. */
const MOST_NAMED = 5;
/** How many concepts of one call are compared with those in use, and the longest of them (UTF-16 units). */
const MOST_COMPARED = 100;
const LONGEST = 60;
/** Shorter words differ by one letter without being alike, such as `ci` and `ui`. */
const SHORTEST_ALIKE = 4;
const SHORTEST_STEM = 3;

/**
 * A remark about the concepts of each observation; null if there is nothing to say. A concept that is not in use gets those
 * like it: another case, plural, hyphen, ending or one letter. An observation without concepts gets the most used ones,
 * unless it is a plain line.
 */
export function conceptRemarks(
  book: Pick<BookIndex, 'observations'>,
  observations: readonly ObservationContent[],
): (string | null)[] {
  const used = conceptsInUse(book);
  if (used.length === 0) return observations.map(() => null);
  const known = new Set(used);
  const folded = used.map((name) => ({ name, key: fold(name) }));
  let left = MOST_COMPARED;
  return observations.map((observation) => {
    if (observation.concepts.length === 0) return isPlainLine(observation) ? null : `often used here: ${listOf(used)}`;
    const remarks: string[] = [];
    let named = 0;
    for (const concept of observation.concepts) {
      if (named === MOST_NAMED || left === 0) break;
      if (known.has(concept)) continue;
      left--;
      const key = fold(concept);
      const alike = folded.filter((other) => isAlike(key, other.key)).slice(0, MOST_NAMED - named);
      if (alike.length === 0) continue;
      named += alike.length;
      const names = listOf(alike.map(({ name }) => name));
      remarks.push(
        `concept ${listOf([concept])} is not in use here, but ${names} ${alike.length === 1 ? 'is' : 'are'}`,
      );
    }
    return remarks.length === 0 ? null : remarks.join('; ');
  });
}

/** The most used ones first; of the same number, the latest. */
function conceptsInUse({ observations }: Pick<BookIndex, 'observations'>): string[] {
  const counts = new Map<string, number>();
  for (const { concepts } of observations) {
    for (const name of new Set(concepts)) if (name !== '') counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts].sort(([, a], [, b]) => b - a).map(([name]) => name);
}

function listOf(names: readonly string[]): string {
  return names
    .slice(0, MOST_NAMED)
    .map((name) => `"${neutralLine(name, LONGEST).replaceAll('"', "'")}"`)
    .join(', ');
}

/** A concept without what varies: hyphens and the ending of a plural or of a verb's form. */
function fold(concept: string): string {
  const word = concept.slice(0, LONGEST).toLowerCase().replaceAll('-', '');
  const stem = word.replace(/ies$/, 'y').replace(/(?:ing|es|e|s)$/, '');
  return stem.length < SHORTEST_STEM ? word : stem;
}

function isAlike(a: string, b: string): boolean {
  return a === b || (Math.min(a.length, b.length) >= SHORTEST_ALIKE && isOneEdit(a, b));
}

/** Whether one letter inserted, deleted or replaced turns one word into the other. */
function isOneEdit(a: string, b: string): boolean {
  const [long, short] = a.length < b.length ? [b, a] : [a, b];
  if (long.length - short.length > 1) return false;
  let start = 0;
  while (start < short.length && long[start] === short[start]) start++;
  let end = 0;
  while (end < short.length - start && long[long.length - 1 - end] === short[short.length - 1 - end]) end++;
  return long.length - start - end <= 1;
}
