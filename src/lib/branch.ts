import { NO_BRANCH } from '#src/lib/branch-name.ts';
import { branchOfHead, isReftableHead } from '#src/lib/git-files.ts';
import { readBeginning } from './read-file.ts';
import type { Checkout } from './checkout.ts';

/** Longer than any real branch name, and far below the limit of front matter (bytes). */
const LARGEST_HEAD = 1024;
/** A SessionEnd hook has 1.5 s in all. */
const GIT_PATIENCE = 800;

/** The current branch; `detached` if there is none, or outside of git. */
export async function branchOf(
  { gitDirectory, top }: Checkout,
  env: Record<string, string | undefined>,
): Promise<string> {
  const head = gitDirectory === null ? null : readBeginning(`${gitDirectory}/HEAD`, LARGEST_HEAD);
  if (head === null) return NO_BRANCH;
  return (isReftableHead(head) ? await askGit(top, env) : branchOfHead(head)) ?? NO_BRANCH;
}

/** The same without asking git: `detached` in a repository with reftables, whose branch only git knows. */
export function branchAtOnce({ gitDirectory }: Checkout): string {
  const head = gitDirectory === null ? null : readBeginning(`${gitDirectory}/HEAD`, LARGEST_HEAD);
  return (head === null || isReftableHead(head) ? null : branchOfHead(head)) ?? NO_BRANCH;
}

/**
 * Only for reftables, which cannot be read as text. `symbolic-ref` runs nothing that a hostile repository configures; the
 * file system monitor is turned off anyway, and GIT_* variables are removed, as they may name another repository.
 */
async function askGit(top: string, env: Record<string, string | undefined>): Promise<string | null> {
  // Loaded only in this rare case, because it costs a hook 2 ms.
  const { spawnSync } = await import('node:child_process');
  const clean = Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('GIT_')));
  const answer = spawnSync('git', ['--no-optional-locks', '-c', 'core.fsmonitor=false', 'symbolic-ref', '-q', 'HEAD'], {
    cwd: top,
    env: clean,
    timeout: GIT_PATIENCE,
    killSignal: 'SIGKILL',
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return answer.status === 0 ? branchOfHead(`ref: ${answer.stdout}`) : null;
}
