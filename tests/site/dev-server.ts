import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { MAIN, SAMPLE } from '../support/root.ts';

export interface DevServer {
  /** Without a trailing slash. */
  url: string;
  /** The owner's configuration directory. */
  config: string;
  stop(): Promise<void>;
}

/** Starts `chronicle dev` in a home of its own, for an owner with these directories of the sample. */
export function startDev(...directories: string[]): Promise<DevServer> {
  return startDevWith([], ...directories);
}

/** The same with further options. */
export function startDevWith(options: string[], ...directories: string[]): Promise<DevServer> {
  return start(([program = '', ...words], env) => spawn(program, words, { env, stdio: ['ignore', 'pipe', 'ignore'] }), {
    options,
    directories,
  });
}

/** The same in a terminal of its own, as a person starts it. `shown` is what it shows. Only where `script` is util-linux's. */
export async function startDevInTerminal(...directories: string[]): Promise<DevServer & { shown(): string }> {
  let shown = '';
  const dev = await start(
    (command, { CLAUDECODE: _, CLAUDE_CODE_SESSION_ID: __, ...env }) => {
      const line = command.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' ');
      const child = spawn('script', ['-qefc', line, '/dev/null'], { env, stdio: ['pipe', 'pipe', 'ignore'] });
      child.stdout.on('data', (text) => {
        shown += String(text);
      });
      return child;
    },
    { options: [], directories },
  );
  return { ...dev, shown: () => shown };
}

async function start(
  run: (command: string[], env: NodeJS.ProcessEnv) => ChildProcessByStdio<Writable | null, Readable, null>,
  { options, directories }: { options: string[]; directories: string[] },
): Promise<DevServer> {
  const home = mkdtempSync(join(tmpdir(), 'chronicle-dev-'));
  const config = join(home, '.claude');
  mkdirSync(join(config, 'projects'), { recursive: true });
  for (const directory of directories) cpSync(join(SAMPLE, directory), join(config, directory), { recursive: true });
  const env = { ...process.env, HOME: home, USERPROFILE: home, CLAUDE_CONFIG_DIR: config };
  const child = run([process.execPath, MAIN, 'dev', '--port', '0', ...options], env);
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const url = await new Promise<string>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`chronicle dev ended with ${code}.`)));
    // A terminal shows messages too.
    let said = '';
    child.stdout.on('data', (text) => {
      said += String(text);
      const [address] = /http:\/\/127\.0\.0\.1:\S+/.exec(said) ?? [];
      if (address !== undefined && said.includes('\n', said.indexOf(address))) resolve(address.replace(/\/$/, ''));
    });
  });
  return {
    url,
    config,
    async stop() {
      child.kill();
      await ended;
      rmSync(home, { recursive: true, force: true });
    },
  };
}
