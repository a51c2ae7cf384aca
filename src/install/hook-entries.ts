/**
 * The hooks as they stand in a settings file of Claude Code. `hooks/hooks.json`, which the plugin uses, is the only list of
 * them; here each is pointed at the copy that `chronicle init` makes:
 *
 *     { "type": "command", "command": "<app>/hook", "args": ["session-start"], "timeout": 10 }
 *
 * Settings that a project's people share name nobody's copy: a line of shell finds that of whoever runs it.
 */
// biome-ignore lint/style/noRestrictedImports: the list of hooks is data, and there is one.

import plugin from '../../hooks/hooks.json' with { type: 'json' };
import { compare } from '../value/compare.ts';

/** One command that the host runs: a program with its arguments, or without `args` a line of shell. */
export interface HookCommand {
  type: string;
  command: string;
  args?: string[];
  if?: string;
  timeout?: number;
}

export interface HookGroup {
  matcher?: string;
  hooks: HookCommand[];
}

/** By the event they are for. */
export type HookEntries = Record<string, HookGroup[]>;

/** All our hooks, run from the copy at `app`. Windows runs no shell script, so there `node` has to be on PATH. */
export function hookEntries(app: string, platform: NodeJS.Platform): HookEntries {
  return placedHooks((word) =>
    platform === 'win32'
      ? { command: 'node', args: [`${app}/hooks/dist/chronicle.cjs`, word] }
      : { command: `${app}/hook`, args: [word] },
  );
}

/** All our hooks, run from the copy of whoever starts Claude Code, for a POSIX shell; nothing happens where there is none. */
export function sharedHookEntries(): HookEntries {
  return placedHooks((word) => ({ command: sharedCommand(word) }));
}

interface PluginHook {
  type: string;
  command: string;
  args: string[];
  if?: string;
  timeout?: number;
}

interface PluginGroup {
  matcher?: string;
  hooks: PluginHook[];
}

function placedHooks(place: (word: string) => Pick<HookCommand, 'command' | 'args'>): HookEntries {
  const placed = ({ type, command: _command, args, ...rest }: PluginHook): HookCommand => ({
    type,
    ...place(args[1] ?? ''),
    ...rest,
  });
  return Object.fromEntries(
    Object.entries<PluginGroup[]>(plugin.hooks).map(([event, groups]) => [
      event,
      groups.map((group) => ({ ...group, hooks: group.hooks.map(placed) })),
    ]),
  );
}

function sharedCommand(word: string): string {
  return `p="\${CLAUDE_CONFIG_DIR:-$HOME/.claude}/session-chronicle/app/hook"; [ ! -x "$p" ] || CHRONICLE_INSTALL=shared exec "$p" ${word}`;
}

const WORDS: ReadonlyMap<string, string> = new Map(
  Object.entries<PluginGroup[]>(plugin.hooks).flatMap(([event, [group]]) => {
    const word = group?.hooks[0]?.args[1];
    return word === undefined ? [] : [[event, word]];
  }),
);

/** The word by which our program is told of an event; undefined for one that we have no hook for. */
export function wordOf(event: string): string | undefined {
  return WORDS.get(event);
}

/** The programs that settings name, each in a copy at an absolute path. */
const COPY = /^((?:[A-Za-z]:)?[\\/](?:[^\n]*[\\/])?session-chronicle[\\/]app)/;
const LAUNCHER = new RegExp(`${COPY.source}[\\\\/]hook$`);
const BUNDLE = new RegExp(`${COPY.source}[\\\\/]hooks[\\\\/]dist[\\\\/]chronicle\\.cjs$`);

/** What an entry of ours runs: the copy at a path, or that of whoever runs it. */
export type OwnProgram = { copy: string } | 'shared';

/**
 * What an entry under `event` of any settings file runs, if it is in a form that `chronicle init` writes; null for all else,
 * whatever paths of ours it names.
 */
export function ownProgram(event: string, hook: unknown): OwnProgram | null {
  const word = wordOf(event);
  if (word === undefined || typeof hook !== 'object' || hook === null) return null;
  const { type, command, args } = hook as Record<string, unknown>;
  if (type !== 'command' || typeof command !== 'string') return null;
  if (args === undefined) return command === sharedCommand(word) ? 'shared' : null;
  if (!Array.isArray(args) || args.at(-1) !== word) return null;
  const found = args.length === 1 ? LAUNCHER.exec(command) : null;
  const bundle = args.length === 2 && command === 'node' ? BUNDLE.exec(String(args[0])) : null;
  const copy = (found ?? bundle)?.[1];
  return copy === undefined ? null : { copy };
}

/** Whether an entry under `event` of any settings file is one that `chronicle init` writes, for whatever copy. */
export function isOwnHook(event: string, hook: unknown): boolean {
  return ownProgram(event, hook) !== null;
}

const NAMED = /session-chronicle[\\/]+app[\\/]+(?:hook(?![\w./-]|\\(?!"))|hooks[\\/]+dist[\\/]+chronicle\.cjs)/;

/** Whether a text that cannot be understood may hold an entry of ours. */
export function mayHoldOwnHook(text: string): boolean {
  return NAMED.test(text);
}

/** Each entry on a line, in an order of their own, by which two lists of them are compared. */
export function entryLines(entries: HookEntries): string[] {
  return Object.entries(entries)
    .flatMap(([event, groups]) =>
      groups.flatMap(({ matcher, hooks }) => hooks.map((hook) => entryLine(event, matcher, hook))),
    )
    .toSorted();
}

/** A hook with where it stands, the same for the same hook whatever the order of its keys. */
export function entryLine(event: string, matcher: unknown, hook: object): string {
  return JSON.stringify([event, matcher ?? null, Object.entries(hook).toSorted(([a], [b]) => compare(a, b))]);
}
