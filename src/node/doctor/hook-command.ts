import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { BUDGET_VARIABLE } from '#src/doctor/dry-fire-findings.ts';
import { ownProgram } from '#src/install/hook-entries.ts';
import { HOOK_EVENT_NAMES, type HookEventName } from '#src/install/hook-events.ts';
import { fields, readJson } from './claude-settings.ts';

/** A hook as Claude Code starts it: a program with arguments, without a shell. */
export interface HookCommand {
  command: string;
  args: string[];
  /** Seconds; null if none is set. */
  timeout: number | null;
}

export type HookCommands = ReadonlyMap<HookEventName, HookCommand>;

/** Claude Code's default time limit for a SessionEnd hook, and the longest that one may set (2.1.329; ms). */
const BUDGET = 1500;
const LARGEST_BUDGET = 60_000;

/**
 * The hooks of a settings file that run the copy at `app`, the first for each event. Every other command is skipped, even if
 * it looks like ours: doctor must not run what the settings of an untrusted project say.
 */
export function settingsHooks(path: string, app: string): HookCommands {
  return hooksIn(readJson(path)?.value, (text) => text, app);
}

/** The hooks of a plugin, with its path in place of `${CLAUDE_PLUGIN_ROOT}`. */
export function pluginHooks(root: string): HookCommands {
  return hooksIn(
    readJson(`${root}/hooks/hooks.json`)?.value,
    (text) => text.replace(/\$\{CLAUDE_PLUGIN_ROOT\}/g, () => root),
    root,
  );
}

/** How long Claude Code lets a SessionEnd hook run (ms). Only a hook in settings can extend its own limit. */
export function sessionEndBudget(
  kind: 'settings' | 'plugin',
  hook: HookCommand | undefined,
  env: Record<string, string | undefined>,
): number {
  const raised = Math.max(BUDGET, Number(env[BUDGET_VARIABLE]) || 0);
  if (hook?.timeout == null) return raised;
  return Math.min(hook.timeout * 1000, kind === 'settings' ? LARGEST_BUDGET : raised);
}

function hooksIn(
  file: Record<string, unknown> | undefined,
  substituted: (text: string) => string,
  place: string,
): HookCommands {
  const hooks = fields(file?.hooks);
  const found = HOOK_EVENT_NAMES.flatMap((event): [HookEventName, HookCommand][] => {
    const own = list(hooks[event])
      .flatMap((group) => list(fields(group).hooks))
      .flatMap((hook) => {
        if (ownProgram(event, hook) === 'shared') return sharedIn(fields(hook), place);
        return commandIn(fields(hook), substituted);
      })
      .find((hook) => isOf(hook, place));
    return own ? [[event, own]] : [];
  });
  return new Map(found);
}

function isOf({ command, args }: HookCommand, place: string): boolean {
  if (command !== 'node') return command === `${place}/hook`;
  const bundles = `${place}/hooks/dist/`;
  return args[0]?.startsWith(bundles) === true && /^[a-z-]+\.cjs$/.test(args[0].slice(bundles.length));
}

/** The program that the shell line of a shared hook runs. */
function sharedIn({ command, timeout }: Record<string, unknown>, place: string): HookCommand[] {
  const word = String(command).split(' ').at(-1) ?? '';
  return [{ command: `${place}/hook`, args: [word], timeout: typeof timeout === 'number' ? timeout : null }];
}

function commandIn(hook: Record<string, unknown>, substituted: (text: string) => string): HookCommand[] {
  const { command, args, timeout } = hook;
  if (typeof command !== 'string' || !Array.isArray(args)) return [];
  return [
    {
      command: substituted(command),
      args: args.map((word) => substituted(String(word))),
      timeout: typeof timeout === 'number' ? timeout : null,
    },
  ];
}

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Variables of a running session, and of npm if it started this process. */
const NOT_PASSED = /^(?:CLAUDE|CHRONICLE_|AI_AGENT$|npm_|INIT_CWD$)/;

/** The environment that Claude Code would start with: without the variables of a session or of npm. */
export function startingEnvironment(env: Record<string, string | undefined>): Record<string, string | undefined> {
  const passed = Object.entries(env).filter(([name]) => !NOT_PASSED.test(name));
  const given = Object.fromEntries(passed);
  return { ...given, PATH: pathOf(given).filter(isOwn).join(delimiter) };
}

/** The directories of an environment's PATH. */
export function pathOf({ PATH = '' }: Record<string, string | undefined>): string[] {
  return PATH.split(delimiter);
}

/** The path of `node` on a PATH; null if it is not there. */
export function nodeOn(path: readonly string[]): string | null {
  const names = process.platform === 'win32' ? ['node.exe', 'node.cmd'] : ['node'];
  return path.flatMap((directory) => names.map((name) => join(directory, name))).find(existsSync) ?? null;
}

/** The PATH of programs started from a desktop; null if it is the same. */
export function desktopPath(): string[] | null {
  if (process.platform === 'win32') return null;
  const system = ['/usr/bin', '/bin', '/usr/sbin', '/sbin'];
  return process.platform === 'darwin' ? system : ['/usr/local/bin', ...system];
}

/** npm and npx put the programs of packages first, sometimes a Node among them. */
function isOwn(directory: string): boolean {
  return directory !== '' && !/node_modules[\\/]\.bin|node-gyp-bin/.test(directory);
}
