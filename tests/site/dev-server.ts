import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SAMPLE } from '../support/root.ts';
import { startServing } from '../support/running-command.ts';

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
  const { child, url, end } = await startServing({ HOME: home, USERPROFILE: home, CLAUDE_CONFIG_DIR: config }, [
    ...['dev', '--port', '0'],
    ...options,
  ]);
  return {
    url: url.replace(/\/$/, ''),
    config,
    async stop() {
      child.kill();
      await end;
      rmSync(home, { recursive: true, force: true });
    },
  };
}
