import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { onTestFinished } from 'vitest';

/** A command in a terminal of its own, for what only a person can do. */
export interface PseudoTerminal {
  screen(): Promise<string>;
  /** Waits until the screen shows it; fails with the screen after 20 s. */
  waitFor(text: string | RegExp): Promise<void>;
  /** Presses keys one after the other: `Enter`, `Down`, `Escape`, `C-c`. */
  press(...keys: string[]): Promise<void>;
}

export const hasTerminal = isInstalled();

/** Runs a command line of a shell in a terminal; the screen says `ended with <code>` when it has. Needs tmux. */
export async function openTerminal(
  command: readonly string[],
  { env, cwd }: { env: Record<string, string>; cwd: string },
): Promise<PseudoTerminal> {
  const directory = mkdtempSync(join(tmpdir(), 'chronicle-tmux-'));
  const tmux = async (...words: string[]) => {
    const socket = join(directory, 'socket');
    const { stdout } = await promisify(execFile)('tmux', ['-u', '-S', socket, '-f', '/dev/null', ...words], { env });
    return stdout;
  };
  const variables = Object.entries(env).map(([name, value]) => `${name}=${value}`);
  const script = '"$@"; echo "ended with $?"; sleep 60';
  const run = ['env', '-i', ...variables, 'sh', '-c', script, 'sh', ...command];
  await tmux('new-session', '-d', '-s', 'main', '-x', '150', '-y', '60', '-c', cwd, ...run);
  onTestFinished(async () => {
    await tmux('kill-server').catch(() => {});
    rmSync(directory, { recursive: true, force: true });
  });
  const screen = () => tmux('capture-pane', '-p', '-S', '-500', '-t', 'main');
  return {
    screen,
    async waitFor(text) {
      const deadline = Date.now() + 20_000;
      for (let shown = ''; ; shown = await screen()) {
        if (typeof text === 'string' ? shown.includes(text) : text.test(shown)) return;
        if (Date.now() > deadline) throw new Error(`The terminal never showed ${text}. It shows:\n${shown}`);
        await sleep(50);
      }
    },
    async press(...keys) {
      for (const key of keys) {
        await tmux('send-keys', '-t', 'main', key);
        await sleep(100);
      }
    },
  };
}

function isInstalled(): boolean {
  try {
    execFileSync('tmux', ['-V'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
