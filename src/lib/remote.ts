import { gitAnswer } from './git-answer.ts';

/** The URL of a checkout's remote `origin`; empty without one, or outside of git. */
export async function originOf(directory: string, env: Record<string, string | undefined>): Promise<string> {
  return (await gitAnswer(directory, env, ['config', '--get', 'remote.origin.url'])).trim();
}
