/* A stranger's machine: an empty HOME and prefix, Node 22.12 and no other, the tarball, and the real client. */
import { spawn } from 'node:child_process';
import { lstatSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { inject } from 'vitest';
import { type Lab, openLab } from '../client/client.ts';
import type { Script } from '../client/scripted-api.ts';

export interface CleanRoom {
  lab: Lab;
  /** npm's own prefix; its path holds a blank. */
  prefix: string;
  tarball: string;
  npm(...args: string[]): Promise<Ended>;
  /** What the user types in the project, found on PATH. */
  shell(command: string): Promise<Ended>;
  /** Starts a command that serves pages; its address comes first. */
  serve(command: string): Promise<{ url: string; stop(): Promise<Ended> }>;
}

export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** The caller closes its lab. */
export async function openCleanRoom(scripts: readonly Script[]): Promise<CleanRoom> {
  const { tarball, tools, npm, registry } = inject('goods');
  const lab = await openLab({ scripts });
  const prefix = join(lab.home, 'my prefix');
  mkdirSync(prefix);
  lab.env.PATH = [join(prefix, 'bin'), tools].join(delimiter);
  const start = (program: string, args: readonly string[], env: Record<string, string> = {}) => {
    const child = spawn(program, args, {
      cwd: lab.project,
      env: { ...lab.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const output = { stdout: '', stderr: '' };
    child.stdout.on('data', (data) => (output.stdout += data));
    child.stderr.on('data', (data) => (output.stderr += data));
    const ended = new Promise<Ended>((done, failed) => {
      child.on('error', failed);
      child.on('close', (code) => done({ code, ...output }));
    });
    return { child, ended };
  };
  return {
    lab,
    prefix,
    tarball,
    npm: (...args) => {
      // The client's proxy leads nowhere; npm goes where this machine's npm goes.
      const open = { HTTP_PROXY: '', HTTPS_PROXY: '', npm_config_prefix: prefix, ...registry };
      return start(join(tools, 'node'), [npm, ...args], open).ended;
    },
    shell: (command) => start('/bin/sh', ['-c', command]).ended,
    async serve(command) {
      const { child, ended } = start('/bin/sh', ['-c', `exec ${command}`]);
      const url = await new Promise<string>((resolve, reject) => {
        child.stdout.once('data', (line) => resolve(String(line).trim()));
        ended.then(({ stderr }) => reject(new Error(`The server did not start: ${stderr}`)), reject);
      });
      const stop = () => {
        child.kill('SIGINT');
        return ended;
      };
      return { url, stop };
    },
  };
}

/** Every file and directory below one, with what would change if it were written to. */
export function listing(directory: string): string[] {
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .map((path) => {
      const { mtimeMs, size, mode } = lstatSync(join(directory, path));
      return `${path} ${mode.toString(8)} ${size} ${mtimeMs}`;
    })
    .sort();
}

/** The names of files below a directory, as paths from it. */
export function filesBelow(directory: string): string[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(directory.length + 1))
    .sort();
}

export function read(path: string): string {
  return readFileSync(path, 'latin1');
}
