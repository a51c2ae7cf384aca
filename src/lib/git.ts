/** What git's files and git itself say about a checkout. Nothing that a hostile repository configures is run. */
import { NO_BRANCH } from '#src/lib/branch-name.ts';
import type { Checkout } from './checkout.ts';
import { branchOfHead, isReftableHead } from './git-files.ts';
import { readBeginning } from './read-file.ts';

/** Longer than any real branch name, and far below the limit of front matter (bytes). */
const LARGEST_HEAD = 1024;
/** How long git may take (ms). A SessionEnd hook has 1.5 s in all. */
const PATIENCE = 800;
const LARGEST_ANSWER = 256 * 1024;

type Environment = Record<string, string | undefined>;

/** The current branch; `detached` if there is none, or outside of git. Asks git only about reftables, which cannot be read as text. */
export async function branchOf(checkout: Checkout, env: Environment): Promise<string> {
  const head = headOf(checkout);
  if (!isReftableHead(head)) return branchOfHead(head) ?? NO_BRANCH;
  const answer = await gitAnswer(checkout.top, env, ['symbolic-ref', '-q', 'HEAD']);
  return branchOfHead(`ref: ${answer}`) ?? NO_BRANCH;
}

/** The same without asking git: `detached` in a repository with reftables. */
export function branchAtOnce(checkout: Checkout): string {
  return branchOfHead(headOf(checkout)) ?? NO_BRANCH;
}

/** The URL of a checkout's remote `origin`; empty without one, or outside of git. */
export async function originOf(directory: string, env: Environment): Promise<string> {
  return (await gitAnswer(directory, env, ['config', '--get', 'remote.origin.url'])).trim();
}

/**
 * The output of a read-only git command in a directory; empty if git fails, is missing or takes too long. Turns off the file
 * system monitor, which a repository may configure, and removes GIT_* variables, as they may name another repository. What a
 * partial clone lacks is not fetched, as that would run what the repository configures.
 */
export async function gitAnswer(cwd: string, env: Environment, arguments_: readonly string[]): Promise<string> {
  // Loaded only when it is needed, because it costs a hook 2 ms.
  const { execFile } = await import('node:child_process');
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

function headOf({ gitDirectory }: Checkout): string {
  return gitDirectory === null ? '' : (readBeginning(`${gitDirectory}/HEAD`, LARGEST_HEAD) ?? '');
}
