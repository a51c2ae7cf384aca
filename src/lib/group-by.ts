/** Items by key, as `Map.groupBy` does it, for hooks: they run on Node 18, which lacks that. */
export function groupBy<Key, Item>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const same = groups.get(keyOf(item));
    if (same) same.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}
