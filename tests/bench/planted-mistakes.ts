import type { Planted } from '../unit/memory/effect/planted-archive.ts';
import type { Random } from './random.ts';

/** How often a mistake is made and when its memory is written. Rates are probabilities per session. */
export interface Plan {
  /** The rate before the memory. */
  rate: number;
  /** The rate after the memory, relative to before. */
  ratio: number;
  /** The number of misses after which the memory is written. */
  misses: number;
  /** The number of sessions until the memory is written. */
  delay?: number;
  /** It is written only once this many misses occur within this many sessions. */
  within?: number;
  /** The rate drifts evenly over the archive, to this multiple of its initial value. */
  drift?: number;
  /** The most misses in one session with the mistake. */
  burst?: number;
}

/** A planted mistake in an archive of `sessions` sessions; null if its memory was not written in time to be measured. */
export function plantedMistake(plan: Plan, length: number, random: Random): Planted | null {
  const { rate, ratio, misses: needed, delay = 0, within = length, drift = 1, burst = 1 } = plan;
  const misses: number[] = [];
  let born = Number.POSITIVE_INFINITY;
  for (let place = 0; place < length; place++) {
    const drifted = rate * (1 + ((drift - 1) * place) / (length - 1));
    if (random() >= (place > born ? drifted * ratio : drifted)) continue;
    for (let count = 1 + Math.floor(random() * burst); count > 0; count--) misses.push(place);
    const first = misses.at(-needed);
    if (born === Number.POSITIVE_INFINITY && first !== undefined && place - first < within) born = place + delay;
  }
  return born < length - 1 ? { misses, born } : null;
}

/** `count` planted mistakes whose memory was written; the others are drawn again. */
export function plantedMistakes(plan: Plan, length: number, runs: number, random: Random): Planted[] {
  const found: Planted[] = [];
  while (found.length < runs) {
    const mistake = plantedMistake(plan, length, random);
    if (mistake) found.push(mistake);
  }
  return found;
}
