import { execFile } from 'node:child_process';

/** As patient as a hook with a whole session behind it may be. */
const PATIENCE = 800;
const LARGEST_ANSWER = 256 * 1024;

/**
 * What a git command that reads answers in a directory; empty if it fails, is missing or takes long. The file system
 * monitor that a repository may configure is off, and no GIT_* variable may point to another repository.
 */
export function gitAnswer(
  cwd: string,
  env: Record<string, string | undefined>,
  arguments_: readonly string[],
): Promise<string> {
  const clean = Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('GIT_')));
  const options = {
    cwd,
    env: clean,
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
