/** Added to the start of the command line's bundle, as Node 20 has no Map.groupBy (it came with V8 11.7). */
Map.groupBy ??= <Key, Item>(items: Iterable<Item>, keyOf: (item: Item, index: number) => Key): Map<Key, Item[]> => {
  const groups = new Map<Key, Item[]>();
  let index = 0;
  for (const item of items) {
    const key = keyOf(item, index++);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
};
