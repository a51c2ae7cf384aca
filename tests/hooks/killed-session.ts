import { spawn } from 'node:child_process';
import type { Sandbox } from './sandbox.ts';

export const KILLED = 'killed-session';

/** A process that acts as Claude Code until it is killed. */
export function standIn(): { pid: string; kill: () => Promise<void> } {
  const child = spawn('sleep', ['600'], { stdio: 'ignore' });
  const gone = new Promise<void>((resolve) => child.on('exit', () => resolve()));
  return {
    pid: String(child.pid),
    kill: async () => {
      child.kill('SIGKILL');
      await gone;
    },
  };
}

/** A session that logged one event and was then killed. */
export async function killedSession(box: Sandbox, tag = 'ERROR'): Promise<string> {
  const client = standIn();
  await box.start(KILLED, { env: { CLAUDE_PID: client.pid } });
  await box.log(KILLED, tag, 'text');
  await client.kill();
  return box.only().path;
}
