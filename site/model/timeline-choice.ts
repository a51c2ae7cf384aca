/** Counts the rows of chosen kinds. Apart from how they are found, since the script of the page counts with it too. */

/** By the word of a kind: logged events (or observations), then found ones. */
export type KindCounts = Record<string, [logged: number, found: number]>;

/** The word of found events among those of kinds. */
export const FOUND = 'found';

/** How many rows there are of some kinds; of all for none. */
export function rowsOf(projects: readonly KindCounts[], kinds: readonly string[]): number {
  let rows = 0;
  for (const [word, [logged, found]] of projects.flatMap((counts) => Object.entries(counts))) {
    const isKind = kinds.length === 0 || kinds.includes(word);
    rows += (isKind ? logged : 0) + (isKind || kinds.includes(FOUND) ? found : 0);
  }
  return rows;
}
