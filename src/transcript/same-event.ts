import type { ChronicleEvent } from '#src/chronicle/chronicle.ts';
import { featuresOf, isEvidence, isProof } from '#src/memory/misses/miss-words.ts';

type Said = Pick<ChronicleEvent, 'text' | 'details'>;

/** How much of the shorter text the other has to say too. Tuned on the development set. */
const SHARED = 0.5;
/** The least words in common. One or two prove nothing. */
const LEAST = 3;

/** Whether two events say the same: most words that mean something in the shorter one are in the other, too. */
export function saySame(a: Said, b: Said): boolean {
  const [first, second] = [featuresOf(a), featuresOf(b)];
  let [common, words] = [0, 0];
  for (const [word, weight] of first) {
    const other = second.get(word);
    if (other === undefined || !isEvidence(word)) continue;
    common += Math.min(weight, other);
    words += isProof(word) ? 2 : 1;
  }
  const all = Math.min(weightOf(first), weightOf(second));
  return words >= LEAST && all > 0 && common / all >= SHARED;
}

function weightOf(features: ReadonlyMap<string, number>): number {
  let sum = 0;
  for (const [word, weight] of features) if (isEvidence(word)) sum += weight;
  return sum;
}

/** A shorter line is no proof, however often it occurs. */
const SHORTEST_LINE = 20;

/** Whether one of the lines repeats a text, perhaps inside more words or with other marks. */
export function repeatsLine(lines: readonly string[], text: string): boolean {
  const said = plainWords(text);
  return said.length >= SHORTEST_LINE && lines.some((line) => plainWords(line).includes(said));
}

function plainWords(text: string): string {
  return (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(' ');
}
