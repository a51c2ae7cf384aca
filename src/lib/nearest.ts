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

/** The `known` words that begin with `word`, in any case; if none does, the most similar one, if any is similar. */
export function similarTo(word: string, known: readonly string[]): string[] {
  const beginning = folded(word);
  const found = known.filter((name) => folded(name).startsWith(beginning));
  if (found.length > 0) return found;
  const nearest = nearestOf(word, known);
  return nearest === undefined ? [] : [nearest];
}

function folded(word: string): string {
  return word.normalize('NFC').toLowerCase();
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
