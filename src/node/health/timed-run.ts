import { spawn } from 'node:child_process';

/** Claude Code gives our hooks as much (ms). */
const PATIENCE = 10_000;
/** What a hook says is far less (characters). */
const MOST = 64 * 1024;

export interface TimedRun {
  ms: number;
  /** Null if it could not be started or had to be ended. */
  code: number | null;
  stdout: string;
  stderr: string;
}

interface Start {
  command: string;
  /** None: the command is a line for the shell. */
  args: readonly string[] | null;
  input: string;
  cwd: string;
  env: Record<string, string | undefined>;
}

/** Runs a process to its end, for at most 10 s. Never fails: what cannot be started has no code and says why. */
export function timedRun({ command, args, input, cwd, env }: Start): Promise<TimedRun> {
  const from = performance.now();
  const child = spawn(command, args ?? [], { cwd, env, shell: args === null, windowsHide: true });
  const run: TimedRun = { ms: 0, code: null, stdout: '', stderr: '' };
  const late = setTimeout(() => child.kill('SIGKILL'), PATIENCE);
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    if (run.stdout.length < MOST) run.stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    if (run.stderr.length < MOST) run.stderr += text;
  });
  // It may end before it has read its input.
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  return new Promise((done) => {
    const end = (code: number | null) => {
      clearTimeout(late);
      done({ ...run, code, ms: performance.now() - from });
    };
    child.once('error', (error) => {
      run.stderr = `${command} cannot be started (${'code' in error ? String(error.code) : error.message}).`;
      end(-1);
    });
    child.once('close', end);
  });
}
