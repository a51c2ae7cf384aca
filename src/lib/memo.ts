/**
 * Caches a function's result per object. Results are released with their objects. Pages cache results for the whole archive
 * by the array of sessions and results for one event by the event; both stay the same objects until the files change.
 *
 * Only the first argument is a key: the others must follow from it or not affect the result.
 *
 *     export const storyArcs = memoised((sessions: readonly Session[]): Arc[] => ...);
 */
export function memoised<Key extends object, Rest extends unknown[], Value extends NonNullable<unknown> | null>(
  work: (key: Key, ...rest: Rest) => Value,
): (key: Key, ...rest: Rest) => Value {
  const values = new WeakMap<Key, Value>();
  return (key, ...rest) => {
    const known = values.get(key);
    if (known !== undefined) return known;
    const value = work(key, ...rest);
    values.set(key, value);
    return value;
  };
}

/**
 * Keeps the result of a function for its last arguments, and no other: for what the parts of one page compute again and
 * again about the same objects, and no other page needs.
 *
 *     export const signsOfLife = latest((session: Session, facts: Facts | null): number[] => ...);
 */
export function latest<Args extends readonly unknown[], Value>(
  work: (...args: Args) => Value,
): (...args: Args) => Value {
  let last: { args: Args; value: Value } | undefined;
  return (...args) => {
    const known = last;
    if (known && args.length === known.args.length && args.every((arg, i) => Object.is(arg, known.args[i])))
      return known.value;
    const value = work(...args);
    last = { args, value };
    return value;
  };
}
