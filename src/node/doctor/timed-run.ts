import { type ChildProcess, spawn } from 'node:child_process';

/** Claude Code gives our hooks as much (ms). */
const PATIENCE = 10_000;
/** A process that may be ended with all that it started. */
const HAS_GROUPS = process.platform !== 'win32';
/** What a hook says is far less (characters). */
const MOST = 64 * 1024;

export interface TimedRun {
  ms: number;
  /** Null if it had to be ended; -1 if it could not be started. */
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

/** Runs a process to its end, for at most 10 s. Never fails: what cannot be started has the code -1 and says why. */
export function timedRun({ command, args, input, cwd, env }: Start, patience = PATIENCE): Promise<TimedRun> {
  const from = performance.now();
  const child = spawn(command, args ?? [], { cwd, env, shell: args === null, windowsHide: true, detached: HAS_GROUPS });
  const run: TimedRun = { ms: 0, code: null, stdout: '', stderr: '' };
  const late = setTimeout(() => end(child), patience);
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
    const ended = (code: number | null) => {
      clearTimeout(late);
      done({ ...run, code, ms: performance.now() - from });
    };
    child.once('error', (error) => {
      run.stderr = `${command} cannot be started (${'code' in error ? String(error.code) : error.message}).`;
      ended(-1);
    });
    child.once('close', ended);
  });
}

/** Ends it with what it started, which would keep its output open. */
function end({ pid, stdout, stderr }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(HAS_GROUPS ? -pid : pid, 'SIGKILL');
  } catch {
    // It has ended meanwhile.
  }
  stdout?.destroy();
  stderr?.destroy();
}
