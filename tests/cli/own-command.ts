import { spawn } from 'node:child_process';
import type { Sandbox } from '../hooks/sandbox.ts';
import { COMPILE_CACHE } from '../support/compile-cache.ts';
import { CLI } from './cli-bundle.ts';

export interface Said {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Runs `chronicle …` in a sandbox, as a session of its own where `session` names one, with this text on stdin. */
export function runChronicle(
  box: Sandbox,
  args: readonly string[],
  { input = '', session, env = {} }: { input?: string; session?: string; env?: Record<string, string> } = {},
): Promise<Said> {
  const own = session === undefined ? {} : { CLAUDE_CODE_SESSION_ID: session, CLAUDECODE: '1' };
  const child = spawn(process.execPath, [CLI, ...args], {
    cwd: box.project,
    env: box.environment({ NODE_COMPILE_CACHE: COMPILE_CACHE, ...own, ...env }),
  });
  const said: Said = { code: null, stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said.stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said.stderr += text;
  });
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  return new Promise((done, failed) => {
    child.on('error', failed);
    child.on('close', (code) => done({ ...said, code }));
  });
}
