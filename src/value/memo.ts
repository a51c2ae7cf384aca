/**
 * A function that works out its value once per object and returns the same value whenever it is called with that object
 * again. Values are dropped with their objects. What pages work out over the archive is kept by the array of sessions, and
 * what they work out for one event by the event: both stay the same objects while the files do.
 *
 * Only the first argument counts: any others must follow from it or never change the value.
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
