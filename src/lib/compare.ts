/** Orders numbers, and strings by their code units: the same on every machine, unlike `localeCompare`. */
export function compare<T extends string | number>(a: T, b: T): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
