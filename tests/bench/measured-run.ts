import { spawnSync } from 'node:child_process';
import { globSync, readFileSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const REPORT = fileURLToPath(new URL('./report-usage.ts', import.meta.url));

/** What a command used: seconds, seconds of CPU time, and the peak resident size of its largest process in MiB. */
export interface Usage {
  wall: number;
  cpu: number;
  rss: number;
}

/** Runs a script with Node, whose processes write what they used to files that begin with `usageFile`; throws if it fails. */
export function measureRun(script: string[], env: Record<string, string>, usageFile: string): Usage {
  const begin = performance.now();
  const options = `--no-warnings --import ${REPORT}`;
  const run = spawnSync(process.execPath, script, {
    env: { PATH: process.env.PATH ?? '', ...env, NODE_OPTIONS: options, BENCH_USAGE: usageFile },
    encoding: 'utf8',
  });
  const wall = (performance.now() - begin) / 1000;
  if (run.status !== 0) throw new Error(`${script.join(' ')} failed: ${run.stderr}`);
  const files = globSync(`${usageFile}.*`);
  const used: Omit<Usage, 'wall'>[] = files.map((file) => JSON.parse(readFileSync(file, 'utf8')));
  for (const file of files) rmSync(file);
  return { wall, cpu: used.reduce((sum, { cpu }) => sum + cpu, 0), rss: Math.max(...used.map(({ rss }) => rss)) };
}
