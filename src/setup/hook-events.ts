/**
 * Our hooks, one entry for each event of Claude Code. From this table come `hooks/hooks.json` (`npm run bundle`) and the
 * entries in settings (`chronicle init`).
 */

import type { Layer } from '../lib/layers.ts';

export interface HookEvent {
  /** The argument that tells our program the event. */
  word: string;
  /** The layer it works for. Settings get no hook of a layer that is off; in the plugin, the hook stops early. */
  layer: Layer;
  /** Seconds until Claude Code kills it. */
  timeout: number;
  /**
   * The tool calls it runs for. An `if` is one string (a list breaks the plugin) and applies only to the tool it names: one
   * for Edit does not cover Write. It also matches commands that Claude Code cannot parse, so it only saves calls; the hook
   * decides.
   */
  groups: readonly { matcher?: string; if?: string }[];
}

export const HOOK_EVENTS = {
  SessionStart: { word: 'session-start', layer: 'log', timeout: 10, groups: [{}] },
  SessionEnd: { word: 'session-end', layer: 'log', timeout: 10, groups: [{}] },
  PreCompact: { word: 'before-compaction', layer: 'notes', timeout: 10, groups: [{}] },
  PostCompact: { word: 'after-compaction', layer: 'observations', timeout: 10, groups: [{}] },
  PreToolUse: {
    word: 'pre-tool-use',
    layer: 'log',
    timeout: 10,
    groups: [
      // `Bash(chronicle:*)` would miss `env chronicle`, paths and `bash -c`.
      { matcher: 'Bash', if: 'Bash(*chronicle*)' },
      { matcher: 'Monitor' },
      // `Write(//**/memory/**)` matches the path as written, and a link can lead to memory from anywhere.
      { matcher: 'Write|Edit|MultiEdit|NotebookEdit' },
    ],
  },
  PostToolUseFailure: { word: 'tool-failed', layer: 'notes', timeout: 10, groups: [{ matcher: 'Bash' }] },
  Stop: { word: 'stop', layer: 'observations', timeout: 10, groups: [{}] },
} as const satisfies Record<string, HookEvent>;

export type HookEventName = keyof typeof HOOK_EVENTS;

/** The arguments that our program accepts. */
export type HookWord = (typeof HOOK_EVENTS)[HookEventName]['word'];

/** Every event, in the order of the table. */
export const HOOK_EVENT_NAMES = Object.keys(HOOK_EVENTS) as readonly HookEventName[];
