/** Some of several, such as 3 missed of 12. */
export interface Share {
  count: number;
  of: number;
}

/** The normal deviate of a 90 % interval. */
const Z = 1.6449;

/**
 * The share of one sample less that of another, with its 90 % interval: Newcombe's of two Wilson scores, which also
 * holds for few and for none (Statistics in Medicine 17, 1998, method 10). Null if either sample is empty.
 */
export function shareDifference(a: Share, b: Share): { estimate: number; low: number; high: number } | null {
  if (a.of === 0 || b.of === 0) return null;
  const [p, q] = [a.count / a.of, b.count / b.of];
  const [left, right] = [wilson(a), wilson(b)];
  const estimate = p - q;
  return {
    estimate,
    low: estimate - Math.hypot(p - left.low, right.high - q),
    high: estimate + Math.hypot(left.high - p, q - right.low),
  };
}

function wilson({ count, of }: Share): { low: number; high: number } {
  const share = count / of;
  const middle = share + Z ** 2 / (2 * of);
  const half = Z * Math.sqrt((share * (1 - share)) / of + Z ** 2 / (4 * of ** 2));
  const scale = 1 + Z ** 2 / of;
  return { low: Math.max(0, (middle - half) / scale), high: Math.min(1, (middle + half) / scale) };
}
