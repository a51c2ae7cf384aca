import type { CallSpan, ListedCommit } from '#src/transcript/commit-list.ts';
import { checkoutOf } from '../lib/checkout.ts';
import { gitAnswer } from '../lib/git-answer.ts';

const MOST = 1000;

/**
 * The commits made in this time on all branches and worktrees, oldest first, with those that only a reflog has: they were
 * amended or rebased. Empty outside of git.
 */
export async function listCommits(
  directory: string,
  env: Record<string, string | undefined>,
  { from, to }: CallSpan,
): Promise<ListedCommit[]> {
  const { gitDirectory, top } = checkoutOf(directory);
  if (gitDirectory === null) return [];
  const output = await gitAnswer(top, env, [
    'log',
    '--all',
    '--reflog',
    `--max-age=${Math.floor(from / 1000)}`,
    `--min-age=${Math.ceil(to / 1000)}`,
    `--max-count=${MOST}`,
    // Verifying would run a program that the repository names.
    '--no-show-signature',
    '--no-notes',
    '--no-color',
    '--encoding=UTF-8',
    '--format=%h %ct %s',
  ]);
  const lines = output.split('\n').reverse();
  return lines.flatMap((line) => {
    const [, hash, seconds, subject] = /^([0-9a-f]{4,64}) (\d{1,11}) (.*)$/.exec(line) ?? [];
    if (hash === undefined || seconds === undefined || subject === undefined) return [];
    return [{ hash, at: Number(seconds) * 1000, subject }];
  });
}
