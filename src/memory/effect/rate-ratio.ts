import type { Exposure } from './project-sessions.ts';

/**
 * Whether a mistake is made less often since its memory was written. A memory is written because a mistake was made, so
 * the time before it always ends with a miss, and a plain comparison of before and since finds effects that do not exist.
 * This counts sessions with the mistake:
 *
 *     before:  . . x . . . x . x|     9 sessions, 3 missed; the third miss led to the memory
 *     since:                    |. . . . . x . . . . . .     12 sessions, 1 missed
 *
 * Waiting for the r-th miss is inverse sampling (Haldane, "On a method of estimating frequencies", Biometrika 33, 1945).
 * If nothing changed, the 4 missed sessions could be anywhere among the 21, and the third of them falls within the first 9
 * with the probability that a Beta(3, 2) is below 9/21. That is P(Binomial(4, 9/21) >= 3), since
 * P(Beta(a, b) <= v) = P(Binomial(a + b - 1, v) >= a). It needs neither the rate nor the length of the archive, and is true
 * for any r. With a ratio ρ of the two rates, 9/21 becomes 9 / (9 + ρ·12); the interval is where that tail and its
 * mirror image are 5 % (as Clopper and Pearson do for one binomial). Rates are taken to be small enough for Poisson's
 * law; where they are not, all of this errs towards no effect.
 */

type Seen = Pick<Exposure, 'sessions' | 'missed'>;

/** Each end of a 90 % interval. */
const TAIL = 0.05;

/**
 * The probability that a memory without effect is followed by this few missed sessions or fewer; null without a miss
 * before it or without a session since.
 */
export function chance({ sessions, missed }: Seen): number | null {
  if (missed.before === 0 || sessions.since === 0) return null;
  const share = sessions.before / (sessions.before + sessions.since);
  return binomialTail(missed.before + missed.since, missed.before, share);
}

/**
 * How often the mistake is made since, as a ratio to before, with its 90 % interval; null without a miss before or a session since.
 *
 * The estimate is too high as often as too low. Dividing the shares gives the right mean, but with one miss before, a
 * memory without effect then seems to prevent three misses in ten in half of all cases: `npm run bench -- effect`.
 */
export function rateRatio({ sessions, missed }: Seen): { estimate: number; low: number; high: number } | null {
  if (missed.before === 0 || sessions.since === 0) return null;
  const all = missed.before + missed.since;
  // A share v of the misses before the birth means a ratio of (1 - v) / v for the same number of sessions.
  const ratio = (share: number) => ((1 - share) / share) * (sessions.before / sessions.since);
  if (missed.since === 0) return { estimate: 0, low: 0, high: ratio(shareAtTail(all, missed.before, TAIL)) };
  return {
    estimate: ratio(middleShare(all, missed.before)),
    low: ratio(1 - shareAtTail(all - 1, missed.since, TAIL)),
    high: ratio(shareAtTail(all, missed.before, TAIL)),
  };
}

/** How often something happened, and in how much. */
interface Rate {
  count: number;
  of: number;
}

/**
 * How often something happens in one part, as a ratio to another part, with its 90 % interval, and the probability that
 * chance alone makes it this rare or rarer. Null if it never happened or a part is empty.
 *
 * Neither part was ended by an event, as the time before a memory is. So if nothing differs, each event is in the other part
 * with the probability of that part's share of the whole, and both ends of the interval are those of Clopper and Pearson.
 */
export function ratioOf(
  part: Rate,
  other: Rate,
): { estimate: number; low: number; high: number; chance: number } | null {
  const all = part.count + other.count;
  if (all === 0 || part.of === 0 || other.of === 0) return null;
  const ratio = (share: number) => ((1 - share) / share) * (other.of / part.of);
  return {
    estimate: part.count / part.of / (other.count / other.of),
    low: part.count === 0 ? 0 : ratio(1 - shareAtTail(all, part.count, TAIL)),
    high: other.count === 0 ? Number.POSITIVE_INFINITY : ratio(shareAtTail(all, other.count, TAIL)),
    chance: binomialTail(all, other.count, other.of / (part.of + other.of)),
  };
}

/** Logarithms of factorials, extended on demand. */
const logFactorials = [0];

/**
 * The probability of at least `least` successes in `trials` that each succeed with probability `share`.
 *
 *     binomialTail(2, 1, 0.5)  // 0.75
 */
export function binomialTail(trials: number, least: number, share: number): number {
  if (least <= 0) return 1;
  if (least > trials || share <= 0) return 0;
  if (share >= 1) return 1;
  // Starting at the largest term, so that no relevant one underflows.
  const odds = share / (1 - share);
  const peak = Math.max(least, Math.min(trials, Math.floor((trials + 1) * share)));
  const top = Math.exp(logTerm(trials, peak, share));
  let sum = top;
  for (let k = peak, term = top; k < trials && term > 0; k++) sum += term *= ((trials - k) / (k + 1)) * odds;
  for (let k = peak, term = top; k > least && term > 0; k--) sum += term *= k / (trials - k + 1) / odds;
  return Math.min(1, sum);
}

const known = new Map<string, number>();
/** The figures of an archive repeat; only a simulation has more. */
const MOST_KNOWN = 20_000;

/** The share at which at least `least` successes in `trials` have the probability `tail`, between 0 and 1. */
export function shareAtTail(trials: number, least: number, tail: number): number {
  return solved(`${trials} ${least} ${tail}`, (share) => binomialTail(trials, least, share) < tail);
}

/** The share at which the tails of `trials` and of one trial fewer average one half: the middle of the plausible range. */
export function middleShare(trials: number, least: number): number {
  return solved(
    `${trials} ${least}`,
    (share) => binomialTail(trials, least, share) + binomialTail(trials - 1, least, share) < 1,
  );
}

function solved(key: string, isTooSmall: (share: number) => boolean): number {
  const before = known.get(key);
  if (before !== undefined) return before;
  let [low, high] = [0, 1];
  // After 50 halvings the rest is below the precision of a double.
  for (let i = 0; i < 50; i++) {
    const middle = (low + high) / 2;
    if (isTooSmall(middle)) low = middle;
    else high = middle;
  }
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(key, high);
  return high;
}

function logTerm(trials: number, k: number, share: number): number {
  const ways = logFactorial(trials) - logFactorial(k) - logFactorial(trials - k);
  return ways + k * Math.log(share) + (trials - k) * Math.log1p(-share);
}

function logFactorial(n: number): number {
  for (let i = logFactorials.length; i <= n; i++) logFactorials.push((logFactorials[i - 1] ?? 0) + Math.log(i));
  return logFactorials[n] ?? 0;
}
