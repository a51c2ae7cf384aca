import { getNodeValue, type Node } from 'jsonc-parser';
import {
  entryLine,
  entryLines,
  type HookEntries,
  isOwnHook,
  type OwnProgram,
  ownProgram,
} from '../../install/hook-entries.ts';
import { withMember, withoutMember } from './edit-json.ts';
import { isFault, membersOf, type SettingsFault, settingsTree, valueUnder } from './settings-text.ts';

const MARK = '\ufeff';

/** What a settings text says about our hooks. */
export interface OwnHooks {
  /** Each of ours as `entryLine` writes it, sorted. */
  lines: string[];
  /** What `disableAllHooks` is set to; null if it is not. */
  areOff: boolean | null;
  /** Comments or trailing commas, for which Claude Code does not load the file. */
  isLenient: boolean;
  /** What our hooks run. */
  programs: OwnProgram[];
}

/** Reads a settings text; an empty one has no hooks. */
export function readOwnHooks(text: string): OwnHooks | SettingsFault {
  const body = unmarked(text);
  if (body.trim() === '') return { lines: [], areOff: null, isLenient: false, programs: [] };
  const tree = settingsTree(body);
  if (isFault(tree)) return tree;
  const found = ownPlaces(tree);
  const off: unknown = valueUnder(tree, 'disableAllHooks')?.value;
  return {
    lines: found.map(({ event, matcher, value }) => entryLine(event, matcher, value)).toSorted(),
    areOff: off === undefined ? null : off === true,
    isLenient: !isPlainJson(body),
    programs: found.flatMap(({ event, value }) => ownProgram(event, value) ?? []),
  };
}

/**
 * The settings with exactly these hooks of ours: others of ours are taken out first, wherever they stand. The same text if it
 * has them already. An empty text becomes one in the usual form. Expects a text without faults.
 */
export function withOwnHooks(text: string, entries: HookEntries): string {
  const body = unmarked(text);
  const mark = text.slice(0, text.length - body.length);
  if (body.trim() === '') return `${mark}${JSON.stringify({ hooks: entries }, null, 2)}\n`;
  const read = readOwnHooks(body);
  if ('lines' in read && JSON.stringify(read.lines) === JSON.stringify(entryLines(entries))) return text;
  // What is written again in a moment keeps its place.
  let edited = stripped(body, new Set(['', ...Object.keys(entries)]));
  for (const [event, groups] of Object.entries(entries)) {
    const hooks = valueUnder(soundTree(edited), 'hooks');
    const list = valueUnder(hooks, event);
    if (!hooks) return mark + withMember(edited, soundTree(edited), { key: 'hooks', value: entries });
    if (!list) edited = withMember(edited, hooks, { key: event, value: groups });
    else for (const group of groups) edited = withListed(edited, event, group);
  }
  return mark + edited;
}

/**
 * The settings without any hook of ours, and without the objects and lists that are empty then, unless `before` has them: the
 * text before ours came in. Expects a text without faults; `before` may be anything.
 */
export function withoutOwnHooks(text: string, before = ''): string {
  const body = unmarked(text);
  return text.slice(0, text.length - body.length) + stripped(body, containersOf(unmarked(before)));
}

function stripped(text: string, kept: ReadonlySet<string>): string {
  if (text.trim() === '') return text;
  for (let edited = text; ; ) {
    const removal = nextRemoval(soundTree(edited), kept);
    if (!removal) return edited;
    edited = withoutMember(edited, ...removal);
  }
}

/** The entries of ours in a tree without faults. */
export function ownHookNodes(tree: Node): Node[] {
  return groupsOf(tree).flatMap(({ event, group }) =>
    hooksOf(group).filter((hook) => isOwnHook(event, getNodeValue(hook))),
  );
}

interface OwnPlace {
  event: string;
  matcher: unknown;
  value: object;
}

function ownPlaces(tree: Node): OwnPlace[] {
  return groupsOf(tree).flatMap(({ event, group }) =>
    hooksOf(group)
      .map((hook) => getNodeValue(hook))
      .filter((value) => isOwnHook(event, value))
      .map((value) => ({ event, matcher: valueUnder(group, 'matcher')?.value, value })),
  );
}

interface Group {
  event: string;
  groups: Node;
  group: Node;
}

function groupsOf(tree: Node): Group[] {
  return membersOf(valueUnder(tree, 'hooks')).flatMap(([event, groups]) =>
    (groups.children ?? []).map((group) => ({ event, groups, group })),
  );
}

function hooksOf(group: Node): Node[] {
  return valueUnder(group, 'hooks')?.children ?? [];
}

/** The outermost thing that holds nothing but hooks of ours, and what it stands in. */
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
  for (const { event, groups, group } of groupsOf(tree)) {
    if (isOwnGroup(event)(group)) return [groups, group];
    const list = valueUnder(group, 'hooks');
    const own = hooksOf(group).find(isOwn(event));
    if (list && own) return [list, own];
  }
  return null;
}

/** The events that a text lists under `hooks`, and the empty word for `hooks` itself. */
function containersOf(text: string): Set<string> {
  const tree = settingsTree(text);
  const hooks = isFault(tree) ? undefined : valueUnder(tree, 'hooks');
  return new Set(hooks ? ['', ...membersOf(hooks).map(([event]) => event)] : []);
}

function withListed(text: string, event: string, group: unknown): string {
  const list = valueUnder(valueUnder(soundTree(text), 'hooks'), event);
  return list ? withMember(text, list, { key: null, value: group }) : text;
}

function soundTree(text: string): Node {
  const tree = settingsTree(text);
  if (isFault(tree)) throw new Error(`An edit of settings left a fault: ${tree.message}`);
  return tree;
}

function isPlainJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function unmarked(text: string): string {
  return text.startsWith(MARK) ? text.slice(MARK.length) : text;
}
