import { getNodeValue, type Node } from 'jsonc-parser';
import { isOwnHook } from '#src/setup/hook-entries.ts';
import { membersOf, valueUnder } from '#src/lib/settings-text.ts';

/** A group of hooks with one matcher, under an event. */
export interface GroupPlace {
  event: string;
  /** The list that contains it. */
  groups: Node;
  group: Node;
}

/** A hook in settings, and where it is. */
export interface HookPlace {
  event: string;
  matcher: unknown;
  hook: Node;
  /** Its value as an object. */
  value: object;
  /** Whether it has a form that `chronicle init` writes. */
  isOwn: boolean;
}

/** All hooks of a valid tree, in order. */
export function hookPlaces(tree: Node): HookPlace[] {
  return groupPlaces(tree).flatMap(({ event, group }) => {
    const matcher: unknown = valueUnder(group, 'matcher')?.value;
    return hooksOf(group).map((hook) => {
      const value: object = Object(getNodeValue(hook));
      return { event, matcher, hook, value, isOwn: isOwnHook(event, value) };
    });
  });
}

/** The groups of all events, in order. */
export function groupPlaces(tree: Node): GroupPlace[] {
  return membersOf(valueUnder(tree, 'hooks')).flatMap(([event, groups]) =>
    (groups.children ?? []).map((group) => ({ event, groups, group })),
  );
}

/** The hooks of one group. */
export function hooksOf(group: Node): Node[] {
  return valueUnder(group, 'hooks')?.children ?? [];
}
