import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
export async function startDevWith(options: string[], ...directories: string[]): Promise<DevServer> {
  const home = mkdtempSync(join(tmpdir(), 'chronicle-dev-'));
  const config = join(home, '.claude');
  mkdirSync(join(config, 'projects'), { recursive: true });
  for (const directory of directories) cpSync(join(SAMPLE, directory), join(config, directory), { recursive: true });
  const env = { ...process.env, HOME: home, USERPROFILE: home, CLAUDE_CONFIG_DIR: config };
  const stdio: ['ignore', 'pipe', 'ignore'] = ['ignore', 'pipe', 'ignore'];
  const child = spawn(process.execPath, [MAIN, 'dev', '--port', '0', ...options], { env, stdio });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const url = await new Promise<string>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`chronicle dev ended with ${code}.`)));
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
