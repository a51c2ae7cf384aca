import { execFile } from 'node:child_process';

/** How long git may take (ms). */
const PATIENCE = 800;
const LARGEST_ANSWER = 256 * 1024;

/**
 * The output of a read-only git command in a directory; empty if git fails, is missing or takes too long. Turns off the file
 * system monitor, which a repository may configure, and removes GIT_* variables, as they may name another repository. What a
 * partial clone lacks is not fetched, as that would run what the repository configures.
 */
export function gitAnswer(
  cwd: string,
  env: Record<string, string | undefined>,
  arguments_: readonly string[],
): Promise<string> {
  const clean = Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('GIT_')));
  const options = {
    cwd,
    env: { ...clean, GIT_NO_LAZY_FETCH: '1', GIT_ALLOW_PROTOCOL: 'none' },
    timeout: PATIENCE,
    killSignal: 'SIGKILL',
    maxBuffer: LARGEST_ANSWER,
    windowsHide: true,
  } as const;
  return new Promise((answer) => {
    const flags = ['--no-optional-locks', '-c', 'core.fsmonitor=false', ...arguments_];
    execFile('git', flags, options, (error, stdout) => answer(error ? '' : stdout)).stdin?.end();
  });
}
