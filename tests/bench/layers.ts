import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HOOK_EVENT_NAMES, HOOK_EVENTS, type HookEvent } from '#src/install/hook-events.ts';
import { LAYER_FACTS } from '#src/install/layer-facts.ts';
import { LAYERS } from '#src/project/layers.ts';
import { reminder } from '#src/record/reminder.ts';
import { ROOT } from '#tests/support/root.ts';
import { tokensOf } from '#tests/support/tokens.ts';
import { median, printTable } from './table.ts';
import { type ProcessCost, timeProcess } from './timed-process.ts';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 25);
const CHRONICLE = '/home/robin/.claude/projects/-home-robin-code-larder/chronicle/2026-11-20-lar-41-retry-sync.md';

interface Case {
  name: string;
  costs: ProcessCost[];
  run: (round: number) => ProcessCost;
}

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
    for (let round = -2; round < ROUNDS; round++) {
      start.run(round);
      for (const one of cases) {
        const cost = one.run(round);
        if (round >= 0) one.costs.push(cost);
      }
    }
    report(cases);
  } finally {
    rmSync(home, { recursive: true });
  }
  const lines = (layers: readonly string[]) =>
    reminder(CHRONICLE, { hasNotes: layers.includes('notes'), hasObservations: layers.includes('observations') });
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

function plain(directory: string): Case {
  const run = () => timeProcess([process.execPath, '-e', '0'], '', environment(directory, 'none'), directory);
  return { name: 'node -e 0', costs: [], run };
}

function hook(event: (typeof HOOK_EVENT_NAMES)[number], name: string, directory: string): Case {
  const { word, payload }: HookEvent = HOOK_EVENTS[event];
  const cwd = join(directory, 'project');
  return {
    name,
    costs: [],
    run(round) {
      const id = `bench-${round + 3}`;
      const common = { session_id: id, transcript_path: join(cwd, 'none.jsonl'), cwd, hook_event_name: event };
      const bundle = join(ROOT, 'hooks/dist', `${word}.cjs`);
      const input = JSON.stringify({ ...common, ...payload });
      return timeProcess([process.execPath, bundle, word], input, environment(directory, id), cwd);
    },
  };
}

function environment(directory: string, sessionId: string): Record<string, string> {
  return {
    PATH: process.env.PATH ?? '',
    HOME: directory,
    CLAUDE_CONFIG_DIR: join(directory, 'config'),
    CLAUDE_PROJECT_DIR: join(directory, 'project'),
    CLAUDE_CODE_SESSION_ID: sessionId,
    CLAUDE_PID: String(process.pid),
    CHRONICLE_NO_HARVEST: '1',
  };
}

function report(cases: Case[]): void {
  const of = (costs: ProcessCost[], key: keyof ProcessCost) => median(costs.map((cost) => cost[key]));
  const base = cases[0]?.costs ?? [];
  printTable([
    [`median of ${ROUNDS}, ${process.version}`, 'CPU ms', 'x node', 'wall ms', 'x node'],
    ...cases.map(({ name, costs }) => [
      name,
      ...(['cpu', 'wall'] as const).flatMap((key) => [
        of(costs, key).toFixed(0),
        (of(costs, key) / of(base, key)).toFixed(2),
      ]),
    ]),
  ]);
}
