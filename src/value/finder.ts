/** A page of `dev` asks a few times, a build for every session. */
const FEW = 100;

/** The keys of a map or a set. */
interface Keys {
  has(key: string): boolean;
  keys(): Iterable<string>;
}

/**
 * Finds the last of some items that has a key. The first times it looks through the items, then it makes a map of all their
 * keys, which takes longer than a few questions. `keysOf` is asked again and again.
 */
export function finder<Item>(items: readonly Item[], keysOf: (item: Item) => Keys): (key: string) => Item | undefined {
  let asked = 0;
  let all: Map<string, Item> | undefined;
  return (key) => {
    asked++;
    if (asked <= FEW) return items.findLast((item) => keysOf(item).has(key));
    all ??= new Map(items.flatMap((item) => Array.from(keysOf(item).keys(), (each) => [each, item] as const)));
    return all.get(key);
  };
}
