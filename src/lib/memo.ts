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
