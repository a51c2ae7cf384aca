/* The client in its own terminal (tmux), for what only a person can do: answer questions, press keys, close the window. */
import { execFile, execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { findClient, type Lab } from './client.ts';

/** What the client asks its summariser (2.1.329). */
export const SUMMARISE = 'Your task is to create a detailed summary of the conversation';

export type Terminal = Awaited<ReturnType<typeof openTerminal>>;

/** Whether there is a terminal in which to start the client. */
export function hasTmux(): boolean {
  try {
    execFileSync('tmux', ['-V'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Starts the client and waits until it accepts input. Needs tmux. */
export async function openTerminal(lab: Lab, args: readonly string[] = []) {
  const socket = join(lab.home, 'tmux');
  const tmux = async (...words: string[]) => {
    const { stdout } = await promisify(execFile)('tmux', ['-S', socket, '-f', '/dev/null', ...words], { env: lab.env });
    return stdout;
  };
  const variables = Object.entries(lab.env).map(([name, value]) => `${name}=${value}`);
  const command = ['env', '-i', ...variables, findClient(process.env) ?? 'claude', ...args];
  await tmux('new-session', '-d', '-s', 'client', '-x', '160', '-y', '50', '-c', lab.project, ...command);
  const pid = Number(await tmux('list-panes', '-t', 'client', '-F', '#{pane_pid}'));

  const screen = () => tmux('capture-pane', '-p', '-S', '-200', '-t', 'client');
  const press = async (key: string) => void (await tmux('send-keys', '-t', 'client', key));
  const terminal = {
    screen,
    press,
    /** Answers a question with its first option: yes. */
    async confirm() {
      // The client ignores keys in a question's first moment, so that nobody answers it unread.
      await sleep(1500);
      await press('Enter');
    },
    /** Waits until the screen shows a text; after 20 s fails with the screen. */
    async waitFor(text: string | RegExp) {
      const deadline = Date.now() + 20_000;
      for (let shown = ''; ; shown = await screen()) {
        if (typeof text === 'string' ? shown.includes(text) : text.test(shown)) return;
        if (Date.now() > deadline) throw new Error(`The terminal never showed ${text}. It shows:\n${shown}`);
        await sleep(100);
      }
    },
    /** Types a line and presses Enter. */
    async enter(line: string) {
      await tmux('send-keys', '-t', 'client', '-l', line);
      // The client treats a line and an Enter that arrive together as a paste.
      await sleep(500);
      await press('Enter');
    },
    /** Types a prompt, and waits for the answer below it. */
    async say(prompt: string, answer = 'Done.') {
      await terminal.enter(prompt);
      await terminal.waitFor(new RegExp(`${prompt}[\\s\\S]*● ${answer.replace('.', '\\.')}`));
    },
    /** Closes the window, as a person does who has finished. */
    closeWindow: async () => void (await tmux('kill-session', '-t', 'client')),
    /** Waits until the client has ended. */
    async ended() {
      const deadline = Date.now() + 20_000;
      for (; isAlive(pid); await sleep(50)) if (Date.now() > deadline) throw new Error('The client never ended.');
    },
    async close() {
      if (isAlive(pid)) process.kill(pid, 'SIGKILL');
      // The server ends by itself with its last session, and then there is nothing to kill.
      await tmux('kill-server').catch(() => {});
    },
  };
  await terminal.waitFor('❯');
  return terminal;
}

/** False as soon as the process is gone. */
function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
