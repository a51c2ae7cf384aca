import { spawnSync } from 'node:child_process';

/** What one process used, in milliseconds; `cpu` is user and system time, children included. */
export interface ProcessCost {
  wall: number;
  cpu: number;
}

/** Runs a command under bash's `time`, which reports rusage in milliseconds; throws if it does not exit with `code`. */
export function timeProcess(
  command: string[],
  input: string,
  env: Record<string, string>,
  cwd: string,
  code = 0,
): ProcessCost {
  const run = spawnSync('bash', ['-c', 'TIMEFORMAT="%3R %3U %3S"; time "$@" >/dev/null', 'bash', ...command], {
    input,
    env,
    cwd,
    encoding: 'utf8',
  });
  const [wall = Number.NaN, user = Number.NaN, system = Number.NaN] = (run.stderr.trim().split('\n').at(-1) ?? '')
    .split(' ')
    .map(Number);
  if (run.status !== code || Number.isNaN(system)) throw new Error(`${command.join(' ')} failed: ${run.stderr}`);
  return { wall: wall * 1000, cpu: (user + system) * 1000 };
}
