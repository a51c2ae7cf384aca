/** Logarithms of factorials, grown as they are asked for. */
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
  // From the greatest term on, so that none that matters is lost to underflow.
  const odds = share / (1 - share);
  const peak = Math.max(least, Math.min(trials, Math.floor((trials + 1) * share)));
  const top = Math.exp(logTerm(trials, peak, share));
  let sum = top;
  for (let k = peak, term = top; k < trials && term > 0; k++) sum += term *= ((trials - k) / (k + 1)) * odds;
  for (let k = peak, term = top; k > least && term > 0; k--) sum += term *= k / (trials - k + 1) / odds;
  return Math.min(1, sum);
}

const known = new Map<string, number>();
/** The figures of an archive repeat; more than this are of a simulation. */
const MOST_KNOWN = 20_000;

/** The share at which at least `least` successes in `trials` have the probability `tail`, between 0 and 1. */
export function shareAtTail(trials: number, least: number, tail: number): number {
  return solved(`${trials} ${least} ${tail}`, (share) => binomialTail(trials, least, share) < tail);
}

/** The share at which the tails of `trials` and of one trial fewer are one half on average: the middle of what fits. */
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
  // Halving 50 times leaves less than a double can tell.
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
