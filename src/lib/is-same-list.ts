/** Whether two lists have the same values in the same order. */
export function isSameList<Value>(a: readonly Value[], b: readonly Value[]): boolean {
  return a.length === b.length && a.every((value, i) => value === b[i]);
}
