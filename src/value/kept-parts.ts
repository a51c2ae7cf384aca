/**
 * Long lists in parts that stay the same objects while their items do. What is worked out for each part, and kept with it, costs
 * one part after an edit that replaces one of ten thousand items.
 *
 *     const promptsIn = memoised((part: readonly Session[]) => sum(part));
 *     keptParts(sessions).reduce((sum, part) => sum + promptsIn(part), 0)
 */
import { memoised } from './memo.ts';

/** The most items of a part, and the fewest unless the list has no more. */
const MOST = 128;
const FEWEST = 32;
/** How many parts with the same first item are kept: a list of all items and a list of some may both begin with it. */
const RECENT = 8;

type Part = readonly object[];

/** The parts of a list, in its order. Where it begins and ends depends on earlier lists, so results must not depend on that. */
export function keptParts<Item extends object>(items: readonly Item[]): readonly (readonly Item[])[] {
  // Parts have the items of the list.
  return divided(items) as readonly (readonly Item[])[];
}

const divided = memoised((items: Part): readonly Part[] => {
  const parts: Part[] = [];
  let open: object[] = [];
  const close = () => {
    const count = Math.ceil(open.length / MOST);
    for (let i = 0; i < count; i++) {
      const [from, to] = [i, i + 1].map((place) => Math.round((place * open.length) / count));
      parts.push(kept(open.slice(from, to)));
    }
    open = [];
  };
  for (let at = 0; at < items.length; ) {
    const known = knownAt(items, at);
    const isShort = open.length > 0 && open.length < FEWEST;
    if (known && !isShort) {
      close();
      parts.push(known);
      at += known.length;
    } else {
      // A short part is joined with the one after it.
      const taken = known ?? items.slice(at, at + 1);
      open.push(...taken);
      at += taken.length;
    }
  }
  // At the end, with the one before it.
  if (open.length > 0 && open.length < FEWEST) open.unshift(...(parts.pop() ?? []));
  close();
  return parts;
});

/** The latest parts, by their first item. */
const latest = new WeakMap<object, Part[]>();

function knownAt(items: Part, at: number): Part | undefined {
  const first = items[at];
  const known = first && latest.get(first);
  return known?.find((part) => part.every((item, i) => item === items[at + i]));
}

function kept(part: object[]): Part {
  const [first] = part;
  if (!first) return part;
  const known = latest.get(first) ?? [];
  known.unshift(part);
  latest.set(first, known.slice(0, RECENT));
  return part;
}
