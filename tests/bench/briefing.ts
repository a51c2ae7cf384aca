import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rebuildBook } from '#src/node/session/book-file.ts';
import { writeIndexEntry } from '#src/node/session/index-entry.ts';
import { LAYERS } from '#src/project/layers.ts';
import { layoutOf } from '#src/project/paths.ts';
import { estimatedTokens } from '#src/value/estimated-tokens.ts';
import { ROOT } from '#tests/support/root.ts';
import { median, printTable } from './table.ts';
import { type ProcessCost, timeProcess } from './timed-process.ts';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 25);
const SESSIONS = 10_000;
const OBSERVATIONS = 5;
const LAYER_CASES = [
  ['SessionStart, observations off', ['log', 'notes']],
  ['SessionStart with a full briefing', LAYERS],
] as const;

/**
 * What a full briefing adds to the start of a session, as whole processes against `node -e 0`: 10,000 sessions, 50,000
 * observations. The index of the book is there, as the session before has left it.
 */
export async function run(): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), 'bench-briefing-'));
  try {
    const project = join(home, 'project');
    const layout = layoutOf(join(home, 'config'));
    const directory = project.replace(/[^A-Za-z0-9]/g, '-');
    mkdirSync(project);
    const chronicles = join(layout.projects, directory, 'chronicle');
    mkdirSync(join(chronicles, 'notebooks'), { recursive: true });
    for (let n = 0; n < SESSIONS; n++) {
      const id = `session-${n}`;
      const day = new Date(Date.UTC(2024, 0, 1) + n * 7_200_000).toISOString().slice(0, 10);
      const name = `${day}-detached-${n}.md`;
      const front = `session_id: ${id}\ndate: ${day}\nbranch: detached\nstarted: ${day}T09:00:00Z\n`;
      writeFileSync(join(chronicles, name), `---\n${front}---\n\n## Events\n\n## Summary\n`);
      writeFileSync(join(chronicles, 'notebooks', name), notebook(id, n));
      writeIndexEntry(layout, id, directory, name);
    }
    const started = performance.now();
    const book = rebuildBook(layout, directory);
    const rebuilt = performance.now() - started;
    const costs = new Map<string, ProcessCost[]>();
    const texts = new Map<string, string>();
    const cases = [['node -e 0', null] as const, ...LAYER_CASES.map(([name, layers]) => [name, layers] as const)];
    for (let round = -2; round < ROUNDS; round++) {
      for (const [name, layers] of cases) {
        const id = `bench-${round + 3}-${layers?.length ?? 0}`;
        writeFileSync(layout.settings, JSON.stringify({ layers: layers ?? LAYERS }));
        const command = layers
          ? [process.execPath, join(ROOT, 'hooks/dist/session-start.cjs'), 'session-start']
          : [process.execPath, '-e', '0'];
        const input = JSON.stringify({ session_id: id, cwd: project, source: 'startup' });
        const cost = timeProcess(command, layers ? input : '', environment(home, project, id), project);
        if (round >= 0) costs.set(name, [...(costs.get(name) ?? []), cost]);
      }
    }
    for (const [name, layers] of LAYER_CASES) {
      writeFileSync(layout.settings, JSON.stringify({ layers }));
      texts.set(name, contextOf(home, project, `text-${layers.length}`));
    }
    report(cases.map(([name]) => [name, costs.get(name) ?? [], texts.get(name) ?? '']));
    console.log(`\nMaking the index of ${book.count} observations took ${rebuilt.toFixed(0)} ms.`);
  } finally {
    rmSync(home, { recursive: true });
  }
}

function notebook(id: string, n: number): string {
  const lines = Array.from({ length: OBSERVATIONS }, (_, k) => {
    const title = `Observation ${k} of session ${n}: the limiter of the deliveries list counts per address`;
    return `- 10:${10 + k} [discovery] [P${(k % 3) + 1}] ${title}\n  Narrative: ${'It took a while to see. '.repeat(20)}\n  Files: src/file-${n % 50}.ts\n`;
  });
  return `---\nsession_id: ${id}\n---\n\n## Open Questions\n\n- 10:00 Does step ${n} fit?\n\n## Observations\n\n${lines.join('')}\n## Handoff\n\nCurrent Task: Step ${n}\nSuggested Next: Step ${n + 1}\n`;
}

function environment(home: string, project: string, sessionId: string): Record<string, string> {
  return {
    PATH: process.env.PATH ?? '',
    HOME: home,
    CLAUDE_CONFIG_DIR: join(home, 'config'),
    CLAUDE_PROJECT_DIR: project,
    CLAUDE_CODE_SESSION_ID: sessionId,
    CLAUDE_CODE_SESSION_ATTENDED: '1',
    CLAUDE_PID: String(process.pid),
    CHRONICLE_NO_HARVEST: '1',
  };
}

function contextOf(home: string, project: string, id: string): string {
  const input = JSON.stringify({ session_id: id, cwd: project, source: 'startup' });
  const { stdout } = spawnSync(process.execPath, [join(ROOT, 'hooks/dist/session-start.cjs'), 'session-start'], {
    input,
    env: environment(home, project, id),
    cwd: project,
    encoding: 'utf8',
  });
  return JSON.parse(stdout).hookSpecificOutput.additionalContext;
}

function report(cases: readonly (readonly [name: string, costs: readonly ProcessCost[], text: string])[]): void {
  const of = (costs: readonly ProcessCost[], key: keyof ProcessCost) => median(costs.map((cost) => cost[key]));
  const [, base = []] = cases[0] ?? [];
  const [, off = []] = cases[1] ?? [];
  printTable([
    [`median of ${ROUNDS}, ${process.version}`, 'CPU ms', 'x node', 'x off', 'wall ms', 'x off', 'tokens (estimate)'],
    ...cases.map(([name, costs, text]) => [
      name,
      of(costs, 'cpu').toFixed(0),
      (of(costs, 'cpu') / of(base, 'cpu')).toFixed(2),
      (of(costs, 'cpu') / of(off, 'cpu')).toFixed(2),
      of(costs, 'wall').toFixed(0),
      (of(costs, 'wall') / of(off, 'wall')).toFixed(2),
      text === '' ? '' : estimatedTokens(text),
    ]),
  ]);
}
