import { spawn } from 'node:child_process';
import { COMPILE_CACHE } from '#tests/support/compile-cache.ts';
import { CLI } from './cli-bundle.ts';

export interface Ended {
  code: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
}

interface Surroundings {
  env: Record<string, string>;
  cwd: string;
  input?: string | undefined;
  /** The bundle to run, if not the committed one. */
  program?: string;
}

/** Runs `chronicle …` as a process, for what only a process can show. */
export function spawnCommand(
  args: readonly string[],
  { env, cwd, input, program = CLI }: Surroundings,
): Promise<Ended> {
  const child = spawn(process.execPath, [program, ...args], {
    env: { NODE_COMPILE_CACHE: COMPILE_CACHE, ...env },
    cwd,
    stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
  });
  child.stdin?.on('error', () => {});
  child.stdin?.end(input);
  let [stdout, stderr] = ['', ''];
  child.stdout?.setEncoding('utf8').on('data', (text) => (stdout += text));
  child.stderr?.setEncoding('utf8').on('data', (text) => (stderr += text));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => resolve({ code, signal, stdout, stderr }));
  });
}
