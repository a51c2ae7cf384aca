import { changedItems } from './changed-items.ts';
import { keptParts } from './kept-parts.ts';
import { memoised } from './memo.ts';

/**
 * Groups what the items of a list give, and makes a value of each group. The next list is compared with the one before: a value
 * whose group has not changed stays the same object, so that an edit costs as much as the groups that it touches.
 *
 *     const daysOf = keptGroups((session: Session) => daysOf(session), (runs, date) => ({ date, runs }));
 *     daysOf(sessions).get('2026-11-19')
 *
 * `givenBy` may be called again for an item. `makeValue` gets what was given for a key, in the order of the list; a map's own order
 * means nothing.
 */
export function keptGroups<Item extends object, Given, Value>(
  givenBy: (item: Item) => Iterable<readonly [key: string, given: Given]>,
  makeValue: (given: readonly Given[], key: string) => Value,
): (items: readonly Item[]) => ReadonlyMap<string, Value> {
  const givenIn = memoised((part: readonly Item[]): ReadonlyMap<string, Given[]> => {
    const found = new Map<string, Given[]>();
    for (const [key, given] of part.flatMap((item) => [...givenBy(item)])) {
      const known = found.get(key);
      if (known) known.push(given);
      else found.set(key, [given]);
    }
    return found;
  });
  let last: { parts: readonly (readonly Item[])[]; values: ReadonlyMap<string, Value> } = {
    parts: [],
    values: new Map(),
  };
  return memoised((items: readonly Item[]): ReadonlyMap<string, Value> => {
    const parts = keptParts(items);
    const { gone, fresh, moved } = changedItems(last.parts, parts);
    const keys = new Set([...gone, ...fresh, ...moved].flatMap((item) => [...givenBy(item)].map(([key]) => key)));
    if (keys.size > 0) {
      const values = new Map(last.values);
      for (const key of keys) values.delete(key);
      for (const [key, all] of collected(
        keys,
        parts.map((part) => givenIn(part)),
      ))
        values.set(key, makeValue(all, key));
      last = { parts, values };
    } else last = { parts, values: last.values };
    return last.values;
  });
}

/** With more keys, it is faster to go through all that is given. */
const FEW = 256;

/** What is given for these keys, in the order of the parts. */
function collected<Given>(
  keys: ReadonlySet<string>,
  parts: readonly ReadonlyMap<string, Given[]>[],
): Map<string, Given[]> {
  const found = new Map<string, Given[]>();
  for (const part of parts) {
    for (const key of keys.size > FEW ? part.keys() : keys) {
      const given = keys.has(key) && part.get(key);
      if (!given) continue;
      const known = found.get(key);
      if (!known) found.set(key, [...given]);
      else for (const each of given) known.push(each);
    }
  }
  return found;
}
