/**
 * Our hooks, one entry for each event of Claude Code. From this table
 * come `hooks/hooks.json` (`npm run bundle`), the entries in settings (`chronicle init`) and the sandbox runs of doctor.
 */

import type { Layer } from '../project/layers.ts';

/** The event that is logged in doctor's sandbox. */
export const SANDBOX_EVENT = 'A hook was run to see whether it works';

/** The command that logs it, in the form that the reminder gives. */
export const SANDBOX_LOG = `chronicle log INSIGHT <<'EOF'\n${SANDBOX_EVENT}\nEOF`;

export interface HookEvent {
  /** The argument that tells our program the event. */
  word: string;
  /** The layer it works for. Settings get no hook of a layer that is off; in the plugin, the hook stops early. */
  layer: Layer;
  /** Seconds until Claude Code kills it. */
  timeout: number;
  /**
   * Its processor time (ms), of which Node's own start takes 43: medians of 21 in one run of `npm run bench -- layers` on two
   * shared cores, 2026-11-23. `chronicle doctor` measures the machine it runs on.
   */
  ms: number;
  /**
   * The tool calls it runs for. An `if` is one string (a list breaks the plugin) and applies only to the tool it names: one
   * for Edit does not cover Write. It also matches commands that Claude Code cannot parse, so it only saves calls; the hook
   * decides.
   */
  groups: readonly { matcher?: string; if?: string }[];
  /** What is lost if it fails, as a sentence. */
  cost: string;
  /** What Claude Code sends in addition to the keys of every event (2.1.329). */
  payload: object;
  /** What must work before a test run makes sense: other events, or the command `log`. */
  needs: readonly string[];
  /** Checks the output of a test run and the chronicle after it; null if the hook did its work. */
  fault: (stdout: string, chronicle: string | null) => string | null;
}

export const HOOK_EVENTS = {
  SessionStart: {
    word: 'session-start',
    layer: 'log',
    timeout: 10,
    ms: 66,
    groups: [{}],
    cost: 'Sessions get no chronicle, and the agent is not reminded to log.',
    payload: { source: 'startup' },
    needs: [],
    fault: (stdout, chronicle) => {
      if (chronicle === null) return 'it created no chronicle.';
      return hasText(stdout, 'additionalContext') ? null : 'it printed no reminder for the agent.';
    },
  },
  SessionEnd: {
    word: 'session-end',
    layer: 'log',
    timeout: 10,
    ms: 63,
    groups: [{}],
    cost: 'A session gets its summary only when the next one starts.',
    payload: { reason: 'other' },
    needs: ['SessionStart', 'log'],
    fault: (_, chronicle) =>
      chronicle?.includes('Auto-generated:') ? null : 'it wrote no summary into the chronicle.',
  },
  PreCompact: {
    word: 'before-compaction',
    layer: 'notes',
    timeout: 10,
    ms: 50,
    groups: [{}],
    cost: 'A compaction is not told what must survive it.',
    payload: { trigger: 'manual', custom_instructions: '' },
    needs: ['SessionStart'],
    fault: (stdout) => (stdout.startsWith('Keep in the summary:') ? null : 'it printed nothing for the summary.'),
  },
  PostCompact: {
    word: 'after-compaction',
    layer: 'notes',
    timeout: 10,
    ms: 48,
    groups: [{}],
    cost: 'The facts of a session show its compactions only as far as its transcript does.',
    payload: { trigger: 'manual', compact_summary: '<summary>The hook was run to see whether it works.</summary>' },
    needs: ['SessionStart'],
    // The sandbox has no transcript, so nothing is kept.
    fault: (stdout) => (stdout === '' ? null : 'it printed something.'),
  },
  PreToolUse: {
    word: 'pre-tool-use',
    layer: 'log',
    timeout: 10,
    ms: 51,
    groups: [
      // `Bash(chronicle:*)` would miss `env chronicle`, paths and `bash -c`.
      { matcher: 'Bash', if: 'Bash(*chronicle*)' },
      { matcher: 'Monitor' },
      // `Write(//**/memory/**)` matches the path as written, and a link can lead to memory from anywhere.
      { matcher: 'Write|Edit|MultiEdit|NotebookEdit' },
    ],
    cost: 'Each logged event needs a permission prompt, and memory can change without one.',
    payload: {
      permission_mode: 'default',
      tool_name: 'Bash',
      tool_input: { command: SANDBOX_LOG, description: 'Log an event' },
      tool_use_id: 'toolu_0000000000000000',
    },
    needs: [],
    fault: (stdout) =>
      stdout.includes('"permissionDecision":"allow"') ? null : 'it did not allow the agent to log an event.',
  },
  PostToolUseFailure: {
    word: 'tool-failed',
    timeout: 10,
    ms: 56,
    groups: [{ matcher: 'Bash' }],
    layer: 'notes',
    cost: 'The agent is not told when it repeats a failing command.',
    payload: {
      tool_name: 'Bash',
      tool_input: { command: 'npm test', description: 'Run the tests' },
      tool_use_id: 'toolu_0000000000000001',
      error: 'Exit code 1',
      is_interrupt: false,
    },
    needs: ['SessionStart'],
    // The first failure of a command is only counted.
    fault: (stdout) => (stdout === '' ? null : 'it answered the first failure of a command.'),
  },
  Stop: {
    word: 'stop',
    layer: 'observations',
    timeout: 10,
    ms: 50,
    groups: [{}],
    cost: 'The agent is not asked for observations.',
    payload: { stop_hook_active: false, last_assistant_message: 'Done.' },
    needs: ['SessionStart'],
    // Too little was said to ask for anything.
    fault: (stdout) => (stdout === '' ? null : 'it printed something.'),
  },
} as const satisfies Record<string, HookEvent>;

export type HookEventName = keyof typeof HOOK_EVENTS;

/** The arguments that our program accepts. */
export type HookWord = (typeof HOOK_EVENTS)[HookEventName]['word'];

/** Every event, in the order of the table. */
export const HOOK_EVENT_NAMES = Object.keys(HOOK_EVENTS) as readonly HookEventName[];

/** The entry of an event; undefined for one without our hook. */
export function hookEvent(name: string): HookEvent | undefined {
  return HOOK_EVENT_NAMES.some((known) => known === name) ? HOOK_EVENTS[name as HookEventName] : undefined;
}

/** Claude Code accepts only this form. */
function hasText(stdout: string, key: string): boolean {
  try {
    return typeof JSON.parse(stdout).hookSpecificOutput[key] === 'string';
  } catch {
    return false;
  }
}
