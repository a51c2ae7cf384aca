import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const REPORT = fileURLToPath(new URL('./report-usage.ts', import.meta.url));

/** What a Node process used: seconds, seconds of its own CPU time, and its peak resident size in MiB. */
export interface Usage {
  wall: number;
  cpu: number;
  rss: number;
}

/** Runs a script with Node; throws if it fails. */
export function measureRun(script: string[], env: Record<string, string>, usageFile: string): Usage {
  const begin = performance.now();
  const run = spawnSync(process.execPath, ['--no-warnings', '--import', REPORT, ...script], {
    env: { PATH: process.env.PATH ?? '', ...env, BENCH_USAGE: usageFile },
    encoding: 'utf8',
  });
  const wall = (performance.now() - begin) / 1000;
  if (run.status !== 0) throw new Error(`${script.join(' ')} failed: ${run.stderr}`);
  const { cpu, rss } = JSON.parse(readFileSync(usageFile, 'utf8'));
  return { wall, cpu, rss };
}
