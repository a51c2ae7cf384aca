import { type ChildProcess, spawn } from 'node:child_process';

/** As long as Claude Code waits for our hooks (ms). */
const PATIENCE = 10_000;
/** Whether a process can be killed together with its children. */
const HAS_GROUPS = process.platform !== 'win32';
/** More output than any hook prints (characters). */
const MOST = 64 * 1024;

export interface TimedRun {
  ms: number;
  /** Null if it was killed; -1 if it could not start. */
  code: number | null;
  stdout: string;
  stderr: string;
}

interface Start {
  command: string;
  /** Null: the command is a line for the shell. */
  args: readonly string[] | null;
  input: string;
  cwd: string;
  env: Record<string, string | undefined>;
  /** Kills it, with its children. */
  signal?: AbortSignal;
}

/** Runs a process for at most 10 s. Never throws: a process that cannot start has the code -1 and the reason in `stderr`. */
export function timedRun(start: Start, patience = PATIENCE): Promise<TimedRun> {
  const { command, args, input, cwd, env, signal } = start;
  const from = performance.now();
  const child = spawn(command, args ?? [], { cwd, env, shell: args === null, windowsHide: true, detached: HAS_GROUPS });
  const run: TimedRun = { ms: 0, code: null, stdout: '', stderr: '' };
  const late = setTimeout(() => end(child), patience);
  const stop = () => end(child);
  signal?.addEventListener('abort', stop);
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    if (run.stdout.length < MOST) run.stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    if (run.stderr.length < MOST) run.stderr += text;
  });
  // It may exit before reading its input.
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  return new Promise((done) => {
    const ended = (code: number | null) => {
      clearTimeout(late);
      signal?.removeEventListener('abort', stop);
      done({ ...run, code, ms: performance.now() - from });
    };
    child.once('error', (error) => {
      run.stderr = `${command} did not start (${'code' in error ? String(error.code) : error.message}).`;
      ended(-1);
    });
    child.once('close', ended);
  });
}

/** Kills it with its children, which would keep its output open. */
function end({ pid, stdout, stderr }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(HAS_GROUPS ? -pid : pid, 'SIGKILL');
  } catch {
    // It exited meanwhile.
  }
  stdout?.destroy();
  stderr?.destroy();
}
