/** Our hooks in the text of a settings file: read, added, removed and shown, without touching any other byte. */
import { getNodeValue, type Node } from 'jsonc-parser';
import {
  extensionFault,
  isFault,
  membersOf,
  type SettingsFault,
  settingsTree,
  unmarked,
  valueUnder,
  withMember,
  withoutMember,
} from '../lib/settings-text.ts';
import {
  entryLine,
  entryLines,
  type HookEntries,
  type HookGroup,
  isOwnHook,
  type OwnProgram,
  ownProgram,
} from './hook-entries.ts';

/** What a settings text says about running hooks. */
export interface OwnHooks {
  /** Each of our hooks as a line of `entryLine`, sorted. */
  lines: string[];
  /** The value of `disableAllHooks`; null if it is not set. */
  areOff: boolean | null;
  /** The first comment or trailing comma, for which Claude Code does not load the file; null if there is none. */
  extension: SettingsFault | null;
  /** The copies that our hooks run. */
  programs: OwnProgram[];
}

/** Reads a settings text. An empty text has no hooks. */
export function readOwnHooks(text: string): OwnHooks | SettingsFault {
  const body = unmarked(text);
  if (body.trim() === '') return { lines: [], areOff: null, extension: null, programs: [] };
  const tree = settingsTree(body);
  if (isFault(tree)) return tree;
  const own = groupsIn(tree).flatMap(({ event, group }) =>
    hooksOf(group)
      .map((hook) => ({ event, group, value: Object(getNodeValue(hook)) as object }))
      .filter(({ value }) => isOwnHook(event, value)),
  );
  const off: unknown = valueUnder(tree, 'disableAllHooks')?.value;
  return {
    lines: own
      .map(({ event, group, value }) => entryLine(event, valueUnder(group, 'matcher')?.value, value))
      .toSorted(),
    areOff: off === undefined ? null : off === true,
    extension: extensionFault(body),
    programs: own.flatMap(({ event, value }) => ownProgram(event, value) ?? []),
  };
}

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
  const earlier = settingsTree(unmarked(before));
  const hooks = isFault(earlier) ? undefined : valueUnder(earlier, 'hooks');
  const kept = new Set(hooks ? ['', ...membersOf(hooks).map(([event]) => event)] : []);
  return text.slice(0, text.length - body.length) + stripped(body, kept);
}

/** A settings text that is safe to show: the strings of other settings, which may be secrets, become "…". */
export function displayedSettings(text: string): string {
  const body = unmarked(text);
  if (body.trim() === '') return body;
  const tree = settingsTree(body);
  if (isFault(tree)) return '';
  const own = new Set(
    groupsIn(tree).flatMap(({ event, group }) => hooksOf(group).filter((hook) => isOwnHook(event, getNodeValue(hook)))),
  );
  const foreignTexts = (node: Node): Node[] => {
    if (node.type === 'property') {
      const [key, value] = node.children ?? [];
      return value && key?.value !== 'matcher' ? foreignTexts(value) : [];
    }
    if (node.type === 'string') return [node];
    return own.has(node) ? [] : (node.children ?? []).flatMap(foreignTexts);
  };
  return foreignTexts(tree).reduceRight(
    (shown, { offset, length }) => `${shown.slice(0, offset)}"…"${shown.slice(offset + length)}`,
    body,
  );
}

/** The text without our hooks. `kept` are the events whose lists stay even if they are empty then; '' is `hooks` itself. */
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
  for (const { event, groups, group } of groupsIn(tree)) {
    if (isOwnGroup(event)(group)) return [groups, group];
    const list = valueUnder(group, 'hooks');
    const own = hooksOf(group).find(isOwn(event));
    if (list && own) return [list, own];
  }
  return null;
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

/** The groups of all events, in order. */
function groupsIn(tree: Node): { event: string; groups: Node; group: Node }[] {
  return membersOf(valueUnder(tree, 'hooks')).flatMap(([event, groups]) =>
    (groups.children ?? []).map((group) => ({ event, groups, group })),
  );
}

/** The hooks of one group. */
function hooksOf(group: Node): Node[] {
  return valueUnder(group, 'hooks')?.children ?? [];
}

function validTree(text: string): Node {
  const tree = settingsTree(text);
  if (isFault(tree)) throw new Error(`An edit made the settings invalid: ${tree.message}`);
  return tree;
}
