/** The most similar of the `known` words. It differs from `word` in at most two letters and in fewer than half of its own. */
export function nearestOf(word: string, known: Iterable<string>): string | undefined {
  const lower = word.toLowerCase();
  if (lower.length > LONGEST) return undefined;
  let best: string | undefined;
  let bestDistance = 3;
  for (const name of known) {
    const isFar = Math.abs(name.length - lower.length) >= bestDistance;
    const distance = isFar ? bestDistance : editDistance(lower, name.toLowerCase());
    if (distance < bestDistance && distance < name.length / 2) [best, bestDistance] = [name, distance];
  }
  return best;
}

/** Longer words are not compared, as that takes quadratic time. Nobody types a longer name. */
const LONGEST = 80;

/** The least number of letters to insert, delete or replace to turn one word into the other. */
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
