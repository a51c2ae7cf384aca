import type { Planted } from '../unit/memory/effect/planted-archive.ts';
import type { Random } from './random.ts';

/** How a mistake is made and when its memory is written. Rates are probabilities for one session. */
export interface Plan {
  /** Before the memory. */
  rate: number;
  /** Since, against before. */
  ratio: number;
  /** The memory is written after so many misses. */
  misses: number;
  /** The memory is written so many sessions later. */
  delay?: number;
  /** It is written only once that many misses lie within so many sessions. */
  within?: number;
  /** The rate changes evenly over the archive, to this multiple of what it was at first. */
  drift?: number;
  /** A session with the mistake holds up to so many misses. */
  burst?: number;
}

/** A mistake made by plan in an archive of so many sessions, or null if its memory was not written in time to be seen. */
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

/** So many mistakes whose memory was written, drawn again where it was not. */
export function plantedMistakes(plan: Plan, length: number, runs: number, random: Random): Planted[] {
  const found: Planted[] = [];
  while (found.length < runs) {
    const mistake = plantedMistake(plan, length, random);
    if (mistake) found.push(mistake);
  }
  return found;
}
