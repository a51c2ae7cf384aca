/**
 * Whether a mistake is made less often since its memory was written. A memory is written because a mistake was made,
 * so the time before it always ends with a miss, and a plain comparison of before and since finds an effect
 * where there is none. What is counted here are sessions with the mistake:
 *
 *     before:  . . x . . . x . x|     9 sessions, 3 missed; the third miss led to the memory
 *     since:                    |. . . . . x . . . . . .     12 sessions, 1 missed
 *
 * Waiting for the r-th miss is inverse sampling (Haldane, "On a method of estimating frequencies", Biometrika 33, 1945).
 * If nothing changed, the 4 missed sessions lie anywhere among the 21, and the third of them falls within the first 9
 * with the probability that a Beta(3, 2) is below 9/21. That is P(Binomial(4, 9/21) >= 3), since
 * P(Beta(a, b) <= v) = P(Binomial(a + b - 1, v) >= a). It needs neither the rate nor how long the archive is, and holds
 * for any r. With a ratio ρ of the two rates, 9/21 becomes 9 / (9 + ρ·12); the interval is where that tail and its
 * mirror image are 5 % (as Clopper and Pearson do for one binomial). Rates are taken to be small enough for Poisson's
 * law; where they are not, all of this errs towards no effect.
 */
import { binomialTail, middleShare, shareAtTail } from './binomial-tail.ts';
import type { Exposure } from './memory-exposure.ts';

type Seen = Pick<Exposure, 'sessions' | 'missed'>;

/** Each end of a 90 % interval. */
const TAIL = 0.05;

/**
 * Probability that a memory without effect is followed by so few missed sessions, or fewer; null without a miss
 * before it or without a session since.
 */
export function luck({ sessions, missed }: Seen): number | null {
  if (missed.before === 0 || sessions.since === 0) return null;
  const share = sessions.before / (sessions.before + sessions.since);
  return binomialTail(missed.before + missed.since, missed.before, share);
}

/**
 * How often since, against before, with its 90 % interval; null without a miss before or a session since.
 *
 * The estimate is as often too high as too low. Dividing the shares gives the right mean, but with one miss before, a
 * memory without effect then seems to prevent three misses in ten in half of all cases: `npm run bench -- effect`.
 */
export function rateRatio({ sessions, missed }: Seen): { estimate: number; low: number; high: number } | null {
  if (missed.before === 0 || sessions.since === 0) return null;
  const all = missed.before + missed.since;
  // A share v of the misses that lies before the birth means a ratio of (1 - v) / v for the same number of sessions.
  const ratio = (share: number) => ((1 - share) / share) * (sessions.before / sessions.since);
  if (missed.since === 0) return { estimate: 0, low: 0, high: ratio(shareAtTail(all, missed.before, TAIL)) };
  return {
    estimate: ratio(middleShare(all, missed.before)),
    low: ratio(1 - shareAtTail(all - 1, missed.since, TAIL)),
    high: ratio(shareAtTail(all, missed.before, TAIL)),
  };
}
