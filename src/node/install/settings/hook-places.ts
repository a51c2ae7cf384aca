import { getNodeValue, type Node } from 'jsonc-parser';
import { isOwnHook } from '#src/install/hook-entries.ts';
import { membersOf, valueUnder } from './settings-text.ts';

/** An entry of the list that stands under an event: hooks with one matcher. */
export interface GroupPlace {
  event: string;
  /** The list that the entry is in. */
  groups: Node;
  group: Node;
}

/** A hook in settings, and where it stands. */
export interface HookPlace {
  event: string;
  matcher: unknown;
  hook: Node;
  /** What it says; of what is no object, nothing that counts. */
  value: object;
  /** Whether `chronicle init` writes it so. */
  isOwn: boolean;
}

/** All hooks of a tree without faults, in their order. */
export function hookPlaces(tree: Node): HookPlace[] {
  return groupPlaces(tree).flatMap(({ event, group }) => {
    const matcher: unknown = valueUnder(group, 'matcher')?.value;
    return hooksOf(group).map((hook) => {
      const value: object = Object(getNodeValue(hook));
      return { event, matcher, hook, value, isOwn: isOwnHook(event, value) };
    });
  });
}

/** The entries of all events, in their order. */
export function groupPlaces(tree: Node): GroupPlace[] {
  return membersOf(valueUnder(tree, 'hooks')).flatMap(([event, groups]) =>
    (groups.children ?? []).map((group) => ({ event, groups, group })),
  );
}

/** The hooks of one entry. */
export function hooksOf(group: Node): Node[] {
  return valueUnder(group, 'hooks')?.children ?? [];
}
