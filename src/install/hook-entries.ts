/**
 * The hooks as a settings file of Claude Code has them, each pointed at the copy that `chronicle init` makes:
 *
 *     { "type": "command", "command": "<app>/hook", "args": ["session-start"], "timeout": 10 }
 *
 * Settings that a project's people share name nobody's copy: a line of shell finds that of whoever runs it.
 */

import { compare } from '../value/compare.ts';
import { HOOK_EVENT_NAMES, HOOK_EVENTS, type HookEvent, hookEvent } from './hook-events.ts';

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

/** All our hooks as the plugin has them, run from its own directory. */
export function pluginHookEntries(): HookEntries {
  return placedHooks((word) => {
    const bundle = word === HOOK_EVENTS.PreToolUse.word ? 'gate-hook' : 'chronicle';
    return { command: 'node', args: [`\${CLAUDE_PLUGIN_ROOT}/hooks/dist/${bundle}.cjs`, word] };
  });
}

function placedHooks(place: (word: string) => Pick<HookCommand, 'command' | 'args'>): HookEntries {
  return Object.fromEntries(
    HOOK_EVENT_NAMES.map((event) => {
      const { word, timeout, groups }: HookEvent = HOOK_EVENTS[event];
      const groupOf = ({ matcher, if: condition }: HookEvent['groups'][number]): HookGroup => ({
        ...(matcher !== undefined && { matcher }),
        hooks: [{ type: 'command', ...place(word), ...(condition !== undefined && { if: condition }), timeout }],
      });
      return [event, groups.map(groupOf)];
    }),
  );
}

function sharedCommand(word: string): string {
  return `p="\${CLAUDE_CONFIG_DIR:-$HOME/.claude}/session-chronicle/app/hook"; [ ! -x "$p" ] || CHRONICLE_INSTALL=shared exec "$p" ${word}`;
}

/** The word by which our program is told of an event; undefined for one that we have no hook for. */
export function wordOf(event: string): string | undefined {
  return hookEvent(event)?.word;
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
