import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HOOK_EVENT_NAMES, HOOK_EVENTS, type HookEvent } from '#src/setup/hook-events.ts';
import { LAYER_FACTS } from '#src/setup/layer-facts.ts';
import type { Layer } from '#src/lib/layers.ts';
import { LAYERS } from '#src/lib/layers.ts';
import { reminder } from '#src/record/reminder.ts';
import { ROOT } from '#tests/support/root.ts';
import { tokensOf } from '#tests/support/tokens.ts';
import { type Case, environment, plain, report, runRounds } from './hook-cases.ts';
import { printTable } from './table.ts';
import { timeProcess } from './timed-process.ts';

const CHRONICLE = '/home/robin/.claude/projects/-home-robin-code-larder/chronicle/2026-11-20-lar-41-retry-sync.md';

/**
 * What each layer costs: its lines of the reminder in tokens, and its hooks as whole processes against `node -e 0`, run one
 * after the other in each round. A hook of a layer that can be off also runs with it off, as it does in the plugin.
 */
export async function run(): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), 'bench-layers-'));
  try {
    const on = place(home, 'on', LAYERS);
    const off = place(home, 'off', ['log']);
    const order = HOOK_EVENT_NAMES.toSorted((a, b) => Number(a === 'SessionEnd') - Number(b === 'SessionEnd'));
    const cases = [
      plain(on),
      ...order.flatMap((event) => {
        const { layer }: HookEvent = HOOK_EVENTS[event];
        return [
          hook(event, `${event} (${layer})`, on),
          ...(layer === 'log' ? [] : [hook(event, `${event}, off`, off)]),
        ];
      }),
    ];
    // Hooks need a session, in both places.
    const start = hook('SessionStart', 'start', off);
    runRounds(cases, start.run);
    report(cases);
  } finally {
    rmSync(home, { recursive: true });
  }
  const lines = (layers: readonly Layer[]) => reminder(CHRONICLE, layers);
  console.log();
  printTable([
    ['reminder', 'tokens (estimate)', 'told to users'],
    ...LAYERS.map((layer, index) => {
      const before = index === 0 ? 0 : tokensOf(lines(LAYERS.slice(0, index)));
      return [layer, tokensOf(lines(LAYERS.slice(0, index + 1))) - before, LAYER_FACTS[layer].tokens];
    }),
  ]);
}

function place(home: string, name: string, layers: readonly string[]): string {
  const directory = join(home, name);
  mkdirSync(join(directory, 'project'), { recursive: true });
  mkdirSync(join(directory, 'config/session-chronicle'), { recursive: true });
  writeFileSync(join(directory, 'config/session-chronicle/config.json'), JSON.stringify({ layers }));
  return directory;
}

const BASH = { tool_name: 'Bash', tool_input: { command: 'chronicle tags' }, tool_use_id: 'toolu_1' };

/** What Claude Code sends in addition to the keys of every event. */
const PAYLOADS: Record<(typeof HOOK_EVENT_NAMES)[number], object> = {
  SessionStart: { source: 'startup' },
  SessionEnd: { reason: 'other' },
  PreCompact: { trigger: 'manual', custom_instructions: '' },
  PostCompact: { trigger: 'manual', compact_summary: '<summary>Short.</summary>' },
  PreToolUse: BASH,
  PostToolUseFailure: { ...BASH, error: 'Exit code 1', is_interrupt: false },
  Stop: { stop_hook_active: false, last_assistant_message: 'Done.' },
};

function hook(event: (typeof HOOK_EVENT_NAMES)[number], name: string, directory: string): Case {
  const { word }: HookEvent = HOOK_EVENTS[event];
  const cwd = join(directory, 'project');
  return {
    name,
    costs: [],
    run(round) {
      const id = `bench-${round + 3}`;
      const common = { session_id: id, transcript_path: join(cwd, 'none.jsonl'), cwd, hook_event_name: event };
      const bundle = join(ROOT, 'hooks/dist/chronicle.cjs');
      const input = JSON.stringify({ ...common, ...PAYLOADS[event] });
      return timeProcess([process.execPath, bundle, word], input, environment(directory, id), cwd);
    },
  };
}
