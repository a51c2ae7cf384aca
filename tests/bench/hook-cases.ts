/** Hooks as whole processes against `node -e 0`, run one after the other in each round. */
import { join } from 'node:path';
import { median, printTable } from './table.ts';
import { type ProcessCost, timeProcess } from './processes.ts';

export const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 25);

export interface Case {
  name: string;
  costs: ProcessCost[];
  run: (round: number) => ProcessCost;
}

/** Node's own start. */
export function plain(directory: string): Case {
  const run = () => timeProcess([process.execPath, '-e', '0'], '', environment(directory, 'none'), directory);
  return { name: 'node -e 0', costs: [], run };
}

/** The environment of a hook in `directory`, which has the directories `config` and `project`. */
export function environment(directory: string, sessionId: string): Record<string, string> {
  return {
    PATH: process.env.PATH ?? '',
    HOME: directory,
    CLAUDE_CONFIG_DIR: join(directory, 'config'),
    CLAUDE_PROJECT_DIR: join(directory, 'project'),
    CLAUDE_CODE_SESSION_ID: sessionId,
    CLAUDE_CODE_SESSION_ATTENDED: '1',
    CLAUDE_PID: String(process.pid),
    CHRONICLE_NO_HARVEST: '1',
  };
}

/** Runs all cases in each round, after two rounds that do not count. */
export function runRounds(cases: readonly Case[], before: (round: number) => void = () => {}): void {
  for (let round = -2; round < ROUNDS; round++) {
    before(round);
    for (const one of cases) {
      const cost = one.run(round);
      if (round >= 0) one.costs.push(cost);
    }
  }
}

/** Prints the medians, as ratios to the first case. */
export function report(cases: readonly Case[]): void {
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
