/** The one of `known` that differs least from `word`: at most two letters, and fewer than half of them. */
export function nearestOf(word: string, known: Iterable<string>): string | undefined {
  const wanted = word.toLowerCase();
  if (wanted.length > LONGEST) return undefined;
  let best: string | undefined;
  let bestDistance = 3;
  for (const name of known) {
    const isFar = Math.abs(name.length - wanted.length) >= bestDistance;
    const distance = isFar ? bestDistance : editDistance(wanted, name.toLowerCase());
    if (distance < bestDistance && distance < name.length / 2) [best, bestDistance] = [name, distance];
  }
  return best;
}

/** Comparing takes time with the square of the length; no name that anybody types is longer. */
const LONGEST = 80;

/** How many letters to add, take out or exchange, at least, to make one word of the other. */
export function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const substitute = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(substitute, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
