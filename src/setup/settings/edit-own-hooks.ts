import { getNodeValue, type Node } from 'jsonc-parser';
import { entryLines, type HookEntries, type HookGroup, isOwnHook } from '#src/setup/hook-entries.ts';
import { withMember, withoutMember } from '#src/lib/edit-json.ts';
import { groupPlaces, hooksOf } from './hook-places.ts';
import { readOwnHooks } from './own-hooks.ts';
import { isFault, membersOf, settingsTree, unmarked, valueUnder } from '#src/lib/settings-text.ts';

/**
 * The settings with exactly these hooks of ours; older ones are removed wherever they are. The same text if it has them
 * already. An empty text becomes a new file in the usual form. Expects a valid text.
 */
export function withOwnHooks(text: string, entries: HookEntries): string {
  const body = unmarked(text);
  const mark = text.slice(0, text.length - body.length);
  if (body.trim() === '') return `${mark}${JSON.stringify({ hooks: entries }, null, 2)}\n`;
  const read = readOwnHooks(body);
  if ('lines' in read && JSON.stringify(read.lines) === JSON.stringify(entryLines(entries))) return text;
  // Containers that are filled again below keep their place.
  const bare = stripped(body, new Set(['', ...Object.keys(entries)]));
  const tree = validTree(bare);
  if (!valueUnder(tree, 'hooks')) return mark + withMember(bare, tree, { key: 'hooks', value: entries });
  const withEvent = (edited: string, [event, groups]: [string, HookGroup[]]) => withGroups(edited, event, groups);
  return mark + Object.entries(entries).reduce(withEvent, bare);
}

/**
 * The settings without our hooks, and without objects and lists that are empty then, unless they were already in `before`, the
 * text before our hooks. Expects a valid text; `before` may be anything.
 */
export function withoutOwnHooks(text: string, before = ''): string {
  const body = unmarked(text);
  return text.slice(0, text.length - body.length) + stripped(body, containersOf(unmarked(before)));
}

function stripped(text: string, kept: ReadonlySet<string>): string {
  if (text.trim() === '') return text;
  for (let edited = text; ; ) {
    const removal = nextRemoval(validTree(edited), kept);
    if (!removal) return edited;
    edited = withoutMember(edited, ...removal);
  }
}

/** The outermost object or list that contains only our hooks, with its container. */
function nextRemoval(tree: Node, kept: ReadonlySet<string>): [container: Node, member: Node] | null {
  const isOwn = (event: string) => (hook: Node) => isOwnHook(event, getNodeValue(hook));
  const isOwnGroup = (event: string) => (group: Node) =>
    hooksOf(group).length > 0 && hooksOf(group).every(isOwn(event));
  const hooks = valueUnder(tree, 'hooks');
  const events = membersOf(hooks);
  const isOwnEvent = ([event, groups]: [string, Node]) =>
    !kept.has(event) && (groups.children ?? []).length > 0 && groups.children?.every(isOwnGroup(event)) === true;
  if (hooks?.parent && !kept.has('') && events.length > 0 && events.every(isOwnEvent)) return [tree, hooks.parent];
  const all = events.find(isOwnEvent)?.[1].parent;
  if (hooks && all) return [hooks, all];
  for (const { event, groups, group } of groupPlaces(tree)) {
    if (isOwnGroup(event)(group)) return [groups, group];
    const list = valueUnder(group, 'hooks');
    const own = hooksOf(group).find(isOwn(event));
    if (list && own) return [list, own];
  }
  return null;
}

/** The events under `hooks` in a text, and the empty string for `hooks` itself. */
function containersOf(text: string): Set<string> {
  const tree = settingsTree(text);
  const hooks = isFault(tree) ? undefined : valueUnder(tree, 'hooks');
  return new Set(hooks ? ['', ...membersOf(hooks).map(([event]) => event)] : []);
}

/** The text with more groups under an event. Expects a text with "hooks". */
function withGroups(text: string, event: string, groups: readonly HookGroup[]): string {
  const hooks = valueUnder(validTree(text), 'hooks');
  const list = valueUnder(hooks, event);
  const [group, ...more] = groups;
  if (!hooks || !group) return text;
  if (!list) return withMember(text, hooks, { key: event, value: groups });
  return withGroups(withMember(text, list, { key: null, value: group }), event, more);
}

function validTree(text: string): Node {
  const tree = settingsTree(text);
  if (isFault(tree)) throw new Error(`An edit made the settings invalid: ${tree.message}`);
  return tree;
}
