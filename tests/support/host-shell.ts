/* A shell in the form in which Claude Code starts the commands it runs, as a child of this process. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { onTestFinished } from 'vitest';

/** The arguments with which the host's shell gets a command (2.1.329). */
export function hostArguments(command: string, before = ''): string[] {
  const quoted = `'${command.replaceAll("'", `'"'"'`)}'`;
  return [
    '-c',
    `source /home/dev/.claude/shell-snapshots/snapshot-bash-1.sh 2>/dev/null || true && ${before}eval ${quoted} < /dev/null && pwd -P >| /tmp/claude-1-cwd`,
  ];
}

/** Starts such a shell, which waits instead of running the command, and returns its pid. It ends with the test. */
export async function hostShell(command: string): Promise<number> {
  return waitingShell(hostArguments(command, 'echo ready && read -r line && '));
}

/** Starts a shell that prints a line and waits. */
export async function waitingShell(args: readonly string[]): Promise<number> {
  const child = spawn('/bin/bash', args, { stdio: ['pipe', 'pipe', 'ignore'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  return child.pid ?? 0;
}
