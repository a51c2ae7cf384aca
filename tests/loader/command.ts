import { type ChildProcess, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { COMPILE_CACHE } from '../support/compile-cache.ts';
import { MAIN } from '../support/root.ts';

export interface Finished {
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface Running {
  /** The address, from the first line of output. */
  url: string;
  stop(signal?: NodeJS.Signals): Promise<Finished>;
}

/** Runs a command to its end, with `config` as Claude Code's directory. */
export function runCommand(config: string, ...args: string[]): Promise<Finished> {
  return finished(start(config, args));
}

/** Starts a command and kills it once `isTime`. Returns the signal that ended it; null if it ended before. */
export async function killedCommand(
  config: string,
  isTime: () => boolean,
  ...args: string[]
): Promise<NodeJS.Signals | null> {
  const child = start(config, args);
  const end = finished(child);
  while (child.exitCode === null && !isTime()) await setTimeout(5);
  child.kill('SIGKILL');
  await end;
  return child.signalCode;
}

/** Starts a command that serves pages, and waits until it is ready. Stops it after the test. */
export async function startServer(config: string, ...args: string[]): Promise<Running> {
  const child = start(config, args);
  const end = finished(child);
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await end;
  });
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout?.once('data', (line) => resolve(String(line).trim()));
    end.then(({ stderr }) => reject(new Error(`The server did not start: ${stderr}`)), reject);
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

function start(config: string, args: string[]): ChildProcess {
  const { PATH = '', TZ = 'UTC' } = process.env;
  const env = { PATH, TZ, HOME: join(config, 'no-home'), CLAUDE_CONFIG_DIR: config, NODE_COMPILE_CACHE: COMPILE_CACHE };
  return spawn(process.execPath, [MAIN, ...args], { env, cwd: tmpdir(), stdio: ['ignore', 'pipe', 'pipe'] });
}

function finished(child: ChildProcess): Promise<Finished> {
  let [stdout, stderr] = ['', ''];
  child.stdout?.on('data', (data) => (stdout += data));
  child.stderr?.on('data', (data) => (stderr += data));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, stdout, stderr }));
  });
}
