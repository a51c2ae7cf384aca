/** A configuration directory of its own, and the command line over it. It is removed after the tests of the file. */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll } from 'vitest';
import type { Finished } from '../loader/command.ts';
import { COMPILE_CACHE } from '../support/compile-cache.ts';
import { CLI } from './cli-bundle.ts';

const made: string[] = [];
afterAll(() => {
  for (const config of made) rmSync(config, { recursive: true, force: true });
});

export class CommandBox {
  readonly config: string;
  /** The checkout that commands run in. */
  readonly checkout: string;

  constructor(name: string, checkout: string) {
    this.config = realpathSync(mkdtempSync(join(tmpdir(), `chronicle-${name}-`)));
    this.checkout = join(this.config, checkout);
    mkdirSync(this.checkout);
    made.push(this.config);
  }

  environment(changes: Record<string, string> = {}): Record<string, string> {
    const { PATH = '' } = process.env;
    return {
      PATH: `${dirname(process.execPath)}:${PATH}`,
      TZ: 'UTC',
      TERM: 'xterm-256color',
      LANG: 'C.UTF-8',
      HOME: join(this.config, 'no-home'),
      CLAUDE_CONFIG_DIR: this.config,
      NODE_COMPILE_CACHE: COMPILE_CACHE,
      ...changes,
    };
  }

  /** Runs the command line in the checkout. */
  run(...args: string[]): Promise<Finished> {
    return this.runWith({}, ...args);
  }

  runWith(env: Record<string, string>, ...args: string[]): Promise<Finished> {
    const options = { env: this.environment(env), cwd: this.checkout };
    const child = spawn(process.execPath, [CLI, ...args], { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    let [stdout, stderr] = ['', ''];
    child.stdout.on('data', (data) => (stdout += data));
    child.stderr.on('data', (data) => (stderr += data));
    return new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code) => resolve({ code, stdout, stderr }));
    });
  }
}
