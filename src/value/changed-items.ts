import { isSameList } from './is-same-list.ts';

type Parts<Item> = readonly (readonly Item[])[];

/** How a list differs from the one before. */
export interface ChangedItems<Item> {
  /** Those that only the list before has, and those that only the list now has. */
  gone: ReadonlySet<Item>;
  fresh: ReadonlySet<Item>;
  /** Those that may have another place among the others; empty in most cases. */
  moved: readonly Item[];
}

/** Compares two lists by their kept parts. What both have at their ends costs a comparison for each part. */
export function changedItems<Item>(before: Parts<Item>, now: Parts<Item>): ChangedItems<Item> {
  let [start, end] = [0, 0];
  const shorter = Math.min(before.length, now.length);
  while (start < shorter && before[start] === now[start]) start++;
  while (end < shorter - start && before.at(-1 - end) === now.at(-1 - end)) end++;
  const [left, right] = [before, now].map((parts) => parts.slice(start, parts.length - end).flat());
  const [leftSet, rightSet] = [new Set(left), new Set(right)];
  const leftKept = (left ?? []).filter((item) => rightSet.has(item));
  const rightKept = (right ?? []).filter((item) => leftSet.has(item));
  return {
    gone: new Set((left ?? []).filter((item) => !rightSet.has(item))),
    fresh: new Set((right ?? []).filter((item) => !leftSet.has(item))),
    moved: isSameList(leftKept, rightKept) ? [] : rightKept,
  };
}
