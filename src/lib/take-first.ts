/** The first items that pass a test, at most `most`. Looks no further than it has to. */
export function takeFirst<Item>(items: readonly Item[], isTaken: (item: Item) => boolean, most: number): Item[] {
  const taken: Item[] = [];
  for (const item of items) {
    if (taken.length === most) break;
    if (isTaken(item)) taken.push(item);
  }
  return taken;
}
