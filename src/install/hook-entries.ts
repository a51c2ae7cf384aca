/**
 * The hooks as they stand in a settings file of Claude Code. `hooks/hooks.json`, which the plugin uses, is the only list of
 * them; here each is pointed at the copy that `chronicle init` makes:
 *
 *     { "type": "command", "command": "<app>/hook", "args": ["session-start"], "timeout": 10 }
 */
// biome-ignore lint/style/noRestrictedImports: the list of hooks is data, and there is one.
import plugin from '../../hooks/hooks.json' with { type: 'json' };

/** One command that the host runs, in the form without a shell. */
export interface HookCommand {
  type: string;
  command: string;
  args: string[];
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
  const events = Object.entries<HookGroup[]>(plugin.hooks);
  return Object.fromEntries(
    events.map(([event, groups]) => [
      event,
      groups.map((group) => ({ ...group, hooks: group.hooks.map((hook) => placed(hook, app, platform)) })),
    ]),
  );
}

function placed(hook: HookCommand, app: string, platform: NodeJS.Platform): HookCommand {
  const words = hook.args.slice(1);
  return platform === 'win32'
    ? { ...hook, command: 'node', args: [`${app}/hooks/dist/chronicle.cjs`, ...words] }
    : { ...hook, command: `${app}/hook`, args: words };
}

/** The launcher in a copy of ours, or the bundle of hooks wherever it lies. */
const OWN = /session-chronicle[\\/]+app[\\/]+hook(?![\w.\\/-])|hooks[\\/]+dist[\\/]+chronicle\.cjs/;

/** Whether a text names a program of our hooks. */
export function namesOwnHook(text: string): boolean {
  return OWN.test(text);
}

/** Whether an entry of any settings file runs a hook of ours, in whatever form, from whatever copy. */
export function isOwnHook(hook: unknown): boolean {
  if (typeof hook !== 'object' || hook === null) return false;
  const { command, args } = hook as { command?: unknown; args?: unknown };
  return [command, ...(Array.isArray(args) ? args : [])].some((word) => typeof word === 'string' && namesOwnHook(word));
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
  return JSON.stringify([event, matcher ?? null, Object.entries(hook).toSorted(([a], [b]) => (a < b ? -1 : 1))]);
}
