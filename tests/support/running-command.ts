/** Runs `chronicle` from its sources in a process of its own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { COMPILE_CACHE } from './compile-cache.ts';
import { MAIN } from './root.ts';

/** A command that has ended. */
export interface Finished {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Starts a command, with what is named of the environment and no more. */
export function startCommand(env: Record<string, string>, args: readonly string[]): ChildProcess {
  const { PATH = '', TZ = 'UTC' } = process.env;
  const own = { PATH, TZ, NODE_COMPILE_CACHE: COMPILE_CACHE, ...env };
  return spawn(process.execPath, [MAIN, ...args], { env: own, cwd: tmpdir(), stdio: ['ignore', 'pipe', 'pipe'] });
}

/** What a command has said when it ends. */
export function finished(child: ChildProcess): Promise<Finished> {
  let [stdout, stderr] = ['', ''];
  child.stdout?.on('data', (data) => (stdout += data));
  child.stderr?.on('data', (data) => (stderr += data));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, stdout, stderr }));
  });
}

/** A command that serves pages. */
export interface Serving {
  child: ChildProcess;
  /** The address, from the first line of output. */
  url: string;
  end: Promise<Finished>;
}

/** Starts a command that serves pages, and waits until it is ready. */
export async function startServing(env: Record<string, string>, args: readonly string[]): Promise<Serving> {
  const child = startCommand(env, args);
  const end = finished(child);
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout?.once('data', (line) => resolve(String(line).trim()));
    end.then(({ stderr }) => reject(new Error(`The server did not start: ${stderr}`)), reject);
  });
  return { child, url, end };
}
