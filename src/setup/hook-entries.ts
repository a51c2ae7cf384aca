/**
 * The hooks in the form of Claude Code's settings. Each runs the copy that `chronicle init` makes:
 *
 *     { "type": "command", "command": "<app>/hook", "args": ["session-start"], "timeout": 10 }
 *
 * Settings that a team shares contain no user's path: there, a shell command finds the copy of the user who runs it.
 */
import { LAYERS, type Layer } from '#src/lib/config.ts';
import { compare } from '#src/lib/compare.ts';

/** Our hook for an event of Claude Code. */
export interface HookEvent {
  /** The argument that tells our program the event. */
  word: string;
  /** The layer it works for. Settings get no hook of a layer that is off; in the plugin, the hook stops early. */
  layer: Layer;
  /**
   * The tool calls it runs for. An `if` is one string (a list breaks the plugin) and applies only to the tool it names: one
   * for Edit does not cover Write. It also matches commands that Claude Code cannot parse, so it only saves calls; the hook
   * decides.
   */
  groups: readonly { matcher?: string; if?: string }[];
}

/** Seconds until Claude Code kills a hook. */
const TIMEOUT = 10;

export const HOOK_EVENTS = {
  SessionStart: { word: 'session-start', layer: 'log', groups: [{}] },
  SessionEnd: { word: 'session-end', layer: 'log', groups: [{}] },
  PreCompact: { word: 'before-compaction', layer: 'notes', groups: [{}] },
  PostCompact: { word: 'after-compaction', layer: 'observations', groups: [{}] },
  PreToolUse: {
    word: 'pre-tool-use',
    layer: 'log',
    groups: [
      // `Bash(chronicle:*)` would miss `env chronicle`, paths and `bash -c`.
      { matcher: 'Bash', if: 'Bash(*chronicle*)' },
      { matcher: 'Monitor' },
      // `Write(//**/memory/**)` matches the path as written, and a link can lead to memory from anywhere.
      { matcher: 'Write|Edit|MultiEdit|NotebookEdit' },
    ],
  },
  PostToolUseFailure: { word: 'tool-failed', layer: 'notes', groups: [{ matcher: 'Bash' }] },
  Stop: { word: 'stop', layer: 'observations', groups: [{}] },
} as const satisfies Record<string, HookEvent>;

export type HookEventName = keyof typeof HOOK_EVENTS;

/** The arguments that our program accepts. */
export type HookWord = (typeof HOOK_EVENTS)[HookEventName]['word'];

/** Every event, in the order of the table. */
export const HOOK_EVENT_NAMES = Object.keys(HOOK_EVENTS) as readonly HookEventName[];

/** A program with its arguments, or without `args` a line of shell. */
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

/** Groups of hooks by event. */
export type HookEntries = Record<string, HookGroup[]>;

/**
 * Our hooks of these layers, run from the copy at `app`. Windows cannot run the shell script, so there `node` must be on
 * PATH.
 */
export function hookEntries(app: string, platform: NodeJS.Platform, layers: readonly Layer[] = LAYERS): HookEntries {
  return placedHooks(layers, (word) =>
    platform === 'win32'
      ? { command: 'node', args: [`${app}/hooks/dist/chronicle.cjs`, word] }
      : { command: `${app}/hook`, args: [word] },
  );
}

/** Our hooks for a POSIX shell, run from the copy of the user who starts Claude Code; without a copy they do nothing. */
export function sharedHookEntries(layers: readonly Layer[] = LAYERS): HookEntries {
  return placedHooks(layers, (word) => ({ command: sharedCommand(word) }));
}

/** All our hooks as part of the plugin, run from its directory. */
export function pluginHookEntries(): HookEntries {
  return placedHooks(LAYERS, (word) => ({
    command: 'node',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: Claude Code puts the plugin's directory in its place.
    args: ['${CLAUDE_PLUGIN_ROOT}/hooks/dist/chronicle.cjs', word],
  }));
}

function placedHooks(
  layers: readonly Layer[],
  place: (word: string) => Pick<HookCommand, 'command' | 'args'>,
): HookEntries {
  return Object.fromEntries(
    HOOK_EVENT_NAMES.filter((event) => layers.includes(HOOK_EVENTS[event].layer)).map((event) => {
      const { word, groups }: HookEvent = HOOK_EVENTS[event];
      const groupOf = ({ matcher, if: condition }: HookEvent['groups'][number]): HookGroup => ({
        ...(matcher !== undefined && { matcher }),
        hooks: [
          { type: 'command', ...place(word), ...(condition !== undefined && { if: condition }), timeout: TIMEOUT },
        ],
      });
      return [event, groups.map(groupOf)];
    }),
  );
}

function sharedCommand(word: string): string {
  return `p="\${CLAUDE_CONFIG_DIR:-$HOME/.claude}/session-chronicle/app/hook"; [ ! -x "$p" ] || CHRONICLE_INSTALL=shared exec "$p" ${word}`;
}

/** The argument that tells our program which event it is for; undefined for an event without our hook. */
function wordOf(event: string): string | undefined {
  const name = HOOK_EVENT_NAMES.find((known) => known === event);
  return name && HOOK_EVENTS[name].word;
}

/** The forms of our programs in settings, at the absolute path of a copy. */
const COPY = /^((?:[A-Za-z]:)?[\\/](?:[^\n]*[\\/])?session-chronicle[\\/]app)/;
const LAUNCHER = new RegExp(`${COPY.source}[\\\\/]hook$`);
const BUNDLE = new RegExp(`${COPY.source}[\\\\/]hooks[\\\\/]dist[\\\\/]chronicle\\.cjs$`);

/** The copy that an entry runs: at a path, or that of the user who runs it. */
export type OwnProgram = { copy: string } | 'shared';

/** What an entry under `event` runs, if it has a form that `chronicle init` writes; null for any other entry. */
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

/** Whether an entry under `event` has a form that `chronicle init` writes. */
export function isOwnHook(event: string, hook: unknown): boolean {
  return ownProgram(event, hook) !== null;
}

const NAMED = /session-chronicle[\\/]+app[\\/]+(?:hook(?![\w./-]|\\(?!"))|hooks[\\/]+dist[\\/]+chronicle\.cjs)/;

/** Whether a text that cannot be parsed seems to contain one of our entries. */
export function mayHoldOwnHook(text: string): boolean {
  return NAMED.test(text);
}

/** Each entry as a line, sorted, so that two sets of entries can be compared. */
export function entryLines(entries: HookEntries): string[] {
  return Object.entries(entries)
    .flatMap(([event, groups]) =>
      groups.flatMap(({ matcher, hooks }) => hooks.map((hook) => entryLine(event, matcher, hook))),
    )
    .toSorted();
}

/** A hook with its event and matcher as one line. The order of its keys makes no difference. */
export function entryLine(event: string, matcher: unknown, hook: object): string {
  return JSON.stringify([event, matcher ?? null, Object.entries(hook).toSorted(([a], [b]) => compare(a, b))]);
}
