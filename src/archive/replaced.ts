/** A value of a list, and the one that was at its place before. */
export interface Replaced<Value> {
  before: Value;
  now: Value;
}

/**
 * The values of a list that are others than at the same place before; null if the lists have different lengths. A change of
 * one file replaces one value, so that what follows from the others can be kept.
 */
export function replacedIn<Value>(before: readonly Value[], now: readonly Value[]): Replaced<Value>[] | null {
  if (before.length !== now.length) return null;
  const replaced: Replaced<Value>[] = [];
  for (const [index, value] of now.entries()) {
    const other = before[index];
    if (other !== undefined && other !== value) replaced.push({ before: other, now: value });
  }
  return replaced;
}
