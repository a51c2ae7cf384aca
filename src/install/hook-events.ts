/**
 * Our hooks, an entry for each event of Claude Code. TypeScript demands a handler for each in `hooks/chronicle.ts`,
 * PreToolUse apart, which has `hooks/gate-hook.ts`. From this table `npm run bundle` writes `hooks/hooks.json`, `chronicle
 * init` the entries in settings, and doctor the runs that try each hook.
 */

/** What the agent of doctor's sandbox logs. */
export const SANDBOX_EVENT = 'A hook was run to see whether it works';

/** The command by which it does, as the reminder tells agents to. */
export const SANDBOX_LOG = `chronicle log INSIGHT <<'EOF'\n${SANDBOX_EVENT}\nEOF`;

export interface HookEvent {
  /** The word by which our program is told of the event. */
  word: string;
  /** Seconds until Claude Code ends it. */
  timeout: number;
  /**
   * The calls it runs for. An `if` is one string (a list breaks the plugin) and counts only for the tool that it names:
   * one for Edit never covers Write. It also fires for commands that Claude Code cannot take apart, so it narrows, and
   * never decides: the hook does.
   */
  groups: readonly { matcher?: string; if?: string }[];
  /** What is lost where it fails, a sentence. */
  cost: string;
  /** What Claude Code sends beside the keys that every event has (2.1.329). */
  payload: object;
  /** What has to work before a run can tell anything: other events, or `log`, the command of the agent. */
  needs: readonly string[];
  /** What is wrong with what a run printed and with the chronicle after it; null if it did what it is for. */
  fault: (stdout: string, chronicle: string | null) => string | null;
}

export const HOOK_EVENTS = {
  SessionStart: {
    word: 'session-start',
    timeout: 10,
    groups: [{}],
    cost: 'Sessions get no chronicle, and the agent is not told to keep one.',
    payload: { source: 'startup' },
    needs: [],
    fault: (stdout, chronicle) => {
      if (chronicle === null) return 'it made no chronicle.';
      return hasText(stdout, 'additionalContext') ? null : 'it printed no reminder for the agent.';
    },
  },
  SessionEnd: {
    word: 'session-end',
    timeout: 10,
    groups: [{}],
    cost: 'Sessions get their summary only when the next one starts.',
    payload: { reason: 'other' },
    needs: ['SessionStart', 'log'],
    fault: (_, chronicle) =>
      chronicle?.includes('Auto-generated:') ? null : 'it wrote no summary into the chronicle.',
  },
  PreToolUse: {
    word: 'pre-tool-use',
    timeout: 10,
    groups: [
      // `Bash(chronicle:*)` would miss `env chronicle`, paths and `bash -c`.
      { matcher: 'Bash', if: 'Bash(*chronicle*)' },
      { matcher: 'Write', if: 'Write(//**/memory/**)' },
      { matcher: 'Edit', if: 'Edit(//**/memory/**)' },
      { matcher: 'MultiEdit|NotebookEdit' },
    ],
    cost: 'The agent is stopped at each event it logs, and memory changes without a question.',
    payload: {
      permission_mode: 'default',
      tool_name: 'Bash',
      tool_input: { command: SANDBOX_LOG, description: 'Log an event' },
      tool_use_id: 'toolu_0000000000000000',
    },
    needs: [],
    fault: (stdout) =>
      stdout.includes('"permissionDecision":"allow"') ? null : 'it does not allow the agent to log an event.',
  },
} as const satisfies Record<string, HookEvent>;

export type HookEventName = keyof typeof HOOK_EVENTS;

/** The words that our program is run with. */
export type HookWord = (typeof HOOK_EVENTS)[HookEventName]['word'];

/** Every event, in the order of the table. */
export const HOOK_EVENT_NAMES = Object.keys(HOOK_EVENTS) as readonly HookEventName[];

/** What is known of an event, by its name; undefined for one that we have no hook for. */
export function hookEvent(name: string): HookEvent | undefined {
  return HOOK_EVENT_NAMES.some((known) => known === name) ? HOOK_EVENTS[name as HookEventName] : undefined;
}

/** Claude Code takes only this form of it. */
function hasText(stdout: string, key: string): boolean {
  try {
    return typeof JSON.parse(stdout).hookSpecificOutput[key] === 'string';
  } catch {
    return false;
  }
}
