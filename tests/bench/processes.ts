/** What processes use. */
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync, rmSync } from 'node:fs';

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
  const script = 'TIMEFORMAT="%3R %3U %3S"; time "$@" >/dev/null';
  const run = spawnSync('bash', ['-c', script, 'bash', ...command], { input, env, cwd, encoding: 'utf8' });
  const times = run.stderr.trim().split('\n').at(-1)?.split(' ').map(Number) ?? [];
  const [wall = Number.NaN, user = Number.NaN, system = Number.NaN] = times;
  if (run.status !== code || Number.isNaN(system)) throw new Error(`${command.join(' ')} failed: ${run.stderr}`);
  return { wall: wall * 1000, cpu: (user + system) * 1000 };
}

/** Loaded into the processes of a measured command: each writes what it used when it exits. */
const REPORT = `import { writeFileSync } from 'node:fs';
process.on('exit', () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  const used = { cpu: (userCPUTime + systemCPUTime) / 1e6, rss: maxRSS / 1024 };
  writeFileSync(process.env.BENCH_USAGE + '.' + process.pid, JSON.stringify(used));
});`;

/**
 * Runs a script with Node, whose processes write what they used to files that begin with `usageFile`: seconds, seconds of CPU
 * time, and the peak resident size of its largest process in MiB. Throws if it fails.
 */
export function measureRun(script: string[], env: Record<string, string>, usageFile: string) {
  const begin = performance.now();
  const options = `--no-warnings --import data:text/javascript,${encodeURIComponent(REPORT)}`;
  const run = spawnSync(process.execPath, script, {
    env: { PATH: process.env.PATH ?? '', ...env, NODE_OPTIONS: options, BENCH_USAGE: usageFile },
    encoding: 'utf8',
  });
  const wall = (performance.now() - begin) / 1000;
  if (run.status !== 0) throw new Error(`${script.join(' ')} failed: ${run.stderr}`);
  const files = globSync(`${usageFile}.*`);
  const used: { cpu: number; rss: number }[] = files.map((file) => JSON.parse(readFileSync(file, 'utf8')));
  for (const file of files) rmSync(file);
  return { wall, cpu: used.reduce((sum, { cpu }) => sum + cpu, 0), rss: Math.max(...used.map(({ rss }) => rss)) };
}
