/**
 * A configuration directory with transcripts in it, and the command line over it:
 *
 *     const box = openTranscriptBox();
 *     box.history({ display: 'fix it', sessionId: '…' });
 *     await box.run('backfill');
 */
import { spawn } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll } from 'vitest';
import { COMPILE_CACHE } from '../compile-cache.ts';
import type { Finished } from '../loader/command.ts';
import { CLI } from './cli-bundle.ts';

export class TranscriptBox {
  readonly config = realpathSync(mkdtempSync(join(tmpdir(), 'chronicle-transcripts-')));
  /** The checkout that commands run in. */
  readonly checkout = join(this.config, 'ledger');

  constructor() {
    mkdirSync(this.checkout);
  }

  environment(): Record<string, string> {
    const { PATH = '' } = process.env;
    return {
      PATH: `${dirname(process.execPath)}:${PATH}`,
      TZ: 'UTC',
      TERM: 'xterm-256color',
      LANG: 'C.UTF-8',
      HOME: join(this.config, 'no-home'),
      CLAUDE_CONFIG_DIR: this.config,
      NODE_COMPILE_CACHE: COMPILE_CACHE,
    };
  }

  /** Adds lines to the client's history of prompts. */
  history(...lines: { display: string; sessionId?: string }[]): void {
    const whole = lines.map((line) => ({
      pastedContents: {},
      timestamp: 1_751_360_400_000,
      project: '/home/ada/ledger',
      ...line,
    }));
    appendFileSync(join(this.config, 'history.jsonl'), whole.map((line) => `${JSON.stringify(line)}\n`).join(''));
  }

  /** Runs the command line in the checkout. */
  run(...args: string[]): Promise<Finished> {
    return this.runWith({}, ...args);
  }

  runWith(env: Record<string, string>, ...args: string[]): Promise<Finished> {
    letRest(join(this.config, 'projects'));
    const options = { env: { ...this.environment(), ...env }, cwd: this.checkout };
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

/** Lets transcripts be an hour old: of one that was written just now, the session may go on. */
export function letRest(projects: string): void {
  if (!existsSync(projects)) return;
  for (const entry of readdirSync(projects, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !entry.name.endsWith('.jsonl') || entry.parentPath.endsWith('chronicle')) continue;
    const path = join(entry.parentPath, entry.name);
    const hourAgo = Date.now() / 1000 - 3600;
    if (statSync(path).mtimeMs / 1000 > hourAgo) utimesSync(path, hourAgo, hourAgo);
  }
}

const boxes: TranscriptBox[] = [];
afterAll(() => {
  for (const { config } of boxes) rmSync(config, { recursive: true, force: true });
});

/** A box that is removed after the tests of the file. */
export function openTranscriptBox(): TranscriptBox {
  const box = new TranscriptBox();
  boxes.push(box);
  return box;
}
