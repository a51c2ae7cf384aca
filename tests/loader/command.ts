import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { type Finished, finished, startCommand, startServing } from '../support/running-command.ts';

export type { Finished };

export interface Running {
  /** The address, from the first line of output. */
  url: string;
  stop(signal?: NodeJS.Signals): Promise<Finished>;
}

/** Runs a command to its end, with `config` as Claude Code's directory. */
export function runCommand(config: string, ...args: string[]): Promise<Finished> {
  return finished(startCommand(environment(config), args));
}

/** Starts a command and kills it once `isTime`. Returns the signal that ended it; null if it ended before. */
export async function killedCommand(
  config: string,
  isTime: () => boolean,
  ...args: string[]
): Promise<NodeJS.Signals | null> {
  const child = startCommand(environment(config), args);
  const end = finished(child);
  while (child.exitCode === null && !isTime()) await setTimeout(5);
  child.kill('SIGKILL');
  await end;
  return child.signalCode;
}

/** Starts a command that serves pages, and waits until it is ready. Stops it after the test. */
export async function startServer(config: string, ...args: string[]): Promise<Running> {
  const { child, url, end } = await startServing(environment(config), args);
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await end;
  });
  return {
    url,
    stop(signal = 'SIGINT') {
      child.kill(signal);
      return end;
    },
  };
}

/** Removes a directory used by a whole file of tests. */
export function discard(directory: string): void {
  rmSync(directory, { recursive: true, force: true });
}

function environment(config: string): Record<string, string> {
  return { HOME: join(config, 'no-home'), CLAUDE_CONFIG_DIR: config };
}
