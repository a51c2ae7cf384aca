import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ROOT } from '#tests/support/root.ts';
import { writeArchive } from './archive-of.ts';
import { median, printTable } from './table.ts';
import { type ProcessCost, timeProcess } from './timed-process.ts';

const bundleAt = (name: string) => join(ROOT, `hooks/dist/${name}.cjs`);
const SHELL_HOOK = fileURLToPath(new URL('./shell-hook.sh', import.meta.url));
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 25);

interface Case {
  name: string;
  costs: ProcessCost[];
  run: (round: number) => ProcessCost;
}

/** Whole processes, interleaved: each hook against `node -e 0` with the same Node, and against itself in a large archive. */
export async function run(): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), 'bench-hook-'));
  try {
    const small = place(home, 'small');
    const large = place(home, 'large');
    writeArchive(join(home, '.claude'), 10_000, large);
    const transcript = join(home, 'transcript.jsonl');
    writeFileSync(transcript, '');
    for (let i = 0; i < 100; i++) appendFileSync(transcript, 'x'.repeat(1024 * 1024));
    const cases = casesFor(home, small, large, transcript);
    for (let round = -2; round < ROUNDS; round++) {
      for (const one of cases) {
        const cost = one.run(round);
        if (round >= 0) one.costs.push(cost);
      }
    }
    report(cases);
  } finally {
    rmSync(home, { recursive: true });
  }
}

function casesFor(home: string, small: string, large: string, transcript: string): Case[] {
  const node = process.execPath;
  const hook = (name: string, event: string[], cwd: string, input: (id: string) => string): Case => ({
    name,
    costs: [],
    run: (round) => {
      const id = `bench-${cwd === small ? 's' : 'l'}-${round}`;
      // A new branch each round: only a second session on the same day and branch has to look for a free name.
      writeFileSync(join(cwd, '.git/HEAD'), `ref: refs/heads/tm/${round + 3}-bench\n`);
      const bundle = bundleAt(event[0] === 'log' ? 'agent' : 'chronicle');
      return timeProcess([node, bundle, ...event], input(id), environment(home, cwd, id), cwd);
    },
  });
  const payload = (extra: object) => (id: string) =>
    JSON.stringify({ session_id: id, transcript_path: transcript, ...extra });
  const start = payload({ hook_event_name: 'SessionStart', source: 'startup' });
  const end = payload({ hook_event_name: 'SessionEnd', reason: 'other' });
  const bash = payload({ tool_name: 'Bash', tool_input: { command: "chronicle log ERROR <<'EOF'\ntext\nEOF" } });
  const cases: Case[] = [
    {
      name: 'node -e 0',
      costs: [],
      run: () => timeProcess([node, '-e', '0'], '', environment(home, small, 'none'), small),
    },
    hook('session-start', ['session-start'], small, start),
    hook('log', ['log', 'ERROR'], small, () => 'The migration ran twice\nThe lock was taken after the check\n'),
    hook('pre-tool-use', ['pre-tool-use'], small, bash),
    hook('session-end', ['session-end'], small, end),
    hook('session-start, 10,000 chronicles, 100 MB transcript', ['session-start'], large, start),
    hook('log, 10,000 chronicles', ['log', 'ERROR'], large, () => 'The migration ran twice\n'),
    hook('session-end, 10,000 chronicles, 100 MB transcript', ['session-end'], large, end),
  ];
  const shell = {
    name: 'a shell hook (bash, jq, git), start',
    costs: [],
    run: (round: number) => timeProcess([SHELL_HOOK], start(`shell-${round}`), environment(home, small, 'none'), small),
  };
  return spawnSync('jq', ['--version']).status === 0 ? [...cases, shell] : cases;
}

function place(home: string, name: string): string {
  const directory = join(home, name);
  mkdirSync(directory);
  spawnSync('git', ['init', '-q', '-b', 'tm/41-bench'], { cwd: directory });
  return directory;
}

function environment(home: string, project: string, sessionId: string): Record<string, string> {
  const { PATH = '' } = process.env;
  return {
    PATH,
    HOME: home,
    CLAUDE_PROJECT_DIR: project,
    CLAUDE_CODE_SESSION_ID: sessionId,
    CLAUDE_PID: String(process.pid),
  };
}

function report(cases: Case[]): void {
  const base = cases[0]?.costs ?? [];
  const figure = (costs: ProcessCost[], key: keyof ProcessCost) => median(costs.map((cost) => cost[key]));
  printTable([
    [`median of ${ROUNDS}, ${process.version}`, 'CPU ms', 'x node', 'wall ms', 'x node'],
    ...cases.map(({ name, costs }) => [
      name,
      figure(costs, 'cpu').toFixed(1),
      (figure(costs, 'cpu') / figure(base, 'cpu')).toFixed(2),
      figure(costs, 'wall').toFixed(1),
      (figure(costs, 'wall') / figure(base, 'wall')).toFixed(2),
    ]),
  ]);
}
