/** Our hooks in the text of a settings file: read, added, removed and shown, without touching other lines. */
import { getNodeValue, type Node } from 'jsonc-parser';
import {
  isFault,
  membersOf,
  type SettingsFault,
  settingsTree,
  unmarked,
  valueUnder,
  withValue,
} from '#src/lib/settings-text.ts';
import {
  entryLine,
  entryLines,
  type HookCommand,
  type HookEntries,
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
  /** The copies that our hooks run. */
  programs: OwnProgram[];
}

/** Reads a settings text. An empty text has no hooks. */
export function readOwnHooks(text: string): OwnHooks | SettingsFault {
  const body = unmarked(text);
  if (body.trim() === '') return { lines: [], areOff: null, programs: [] };
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
  if (!valueUnder(validTree(bare), 'hooks')) return mark + withValue(bare, ['hooks'], entries);
  const added = Object.entries(entries).flatMap(([event, groups]) => groups.map((group) => ({ event, group })));
  return mark + added.reduce((edited, { event, group }) => withValue(edited, ['hooks', event, -1], group), bare);
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

/** Our hooks in a settings text, one a line, to show: the rest of the file may contain secrets. */
export function displayedHooks(text: string): string {
  const tree = settingsTree(unmarked(text));
  if (isFault(tree)) return '';
  const own = groupsIn(tree).flatMap(({ event, group }) =>
    hooksOf(group)
      .map((hook) => getNodeValue(hook) as HookCommand)
      .filter((hook) => isOwnHook(event, hook))
      .map(({ command, args = [] }) => {
        const matcher: unknown = valueUnder(group, 'matcher')?.value;
        return `${event}${typeof matcher === 'string' ? ` (${matcher})` : ''}: ${[command, ...args].join(' ')}\n`;
      }),
  );
  return own.join('');
}

/** The text without our hooks. `kept` are the events whose lists stay even if they are empty then; '' is `hooks` itself. */
function stripped(text: string, kept: ReadonlySet<string>): string {
  if (text.trim() === '') return text;
  const events = membersOf(valueUnder(validTree(text), 'hooks'));
  let edited = text;
  let isAllOurs = events.length > 0 && !kept.has('');
  // From the end, so that earlier places stay.
  for (const [event, list] of events.toReversed()) {
    const groups = (list.children ?? []).map((group) =>
      hooksOf(group).map((hook) => isOwnHook(event, getNodeValue(hook))),
    );
    for (const [g, own] of [...groups.entries()].reverse()) {
      const path = ['hooks', event, g];
      if (own.length > 0 && own.every(Boolean)) edited = withValue(edited, path, undefined);
      else
        for (const [h, isOwn] of [...own.entries()].reverse())
          if (isOwn) edited = withValue(edited, [...path, 'hooks', h], undefined);
    }
    const isOurs = groups.length > 0 && groups.every((own) => own.length > 0 && own.every(Boolean)) && !kept.has(event);
    if (isOurs) edited = withValue(edited, ['hooks', event], undefined);
    isAllOurs &&= isOurs;
  }
  return isAllOurs ? withValue(edited, ['hooks'], undefined) : edited;
}

/** The groups of all events, in order. */
function groupsIn(tree: Node): { event: string; group: Node }[] {
  return membersOf(valueUnder(tree, 'hooks')).flatMap(([event, groups]) =>
    (groups.children ?? []).map((group) => ({ event, group })),
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
