/** Orders numbers, and strings by their code units: the same on every machine, unlike `localeCompare`. */
export function compare<T extends string | number>(a: T, b: T): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Whether two lists have the same values in the same order. */
export function isSameList<Value>(a: readonly Value[], b: readonly Value[]): boolean {
  return a.length === b.length && a.every((value, i) => value === b[i]);
}
