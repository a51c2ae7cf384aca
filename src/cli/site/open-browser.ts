import { spawn } from 'node:child_process';
import { platform } from 'node:os';
import type { Env } from '#src/lib/env.ts';

/** The program of a system that opens an address, and its first words. Other systems have `xdg-open`. */
const OPENERS: Partial<Record<NodeJS.Platform, [program: string, ...words: string[]]>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
};

/** Without any of these, `xdg-open` starts a text browser that nobody sees, and says that it worked. */
const SCREENS = ['DISPLAY', 'WAYLAND_DISPLAY', 'BROWSER'];

/** A browser that cannot be started says so within this time (ms). */
const STARTING_MS = 10_000;

interface Opening {
  env: Env['variables'];
  /** Called once if no browser starts within `patience` ms. */
  failed(): void;
  patience?: number;
}

/** Opens an address of ours in the person's browser. */
export function openBrowser(address: string, { env, failed, patience = STARTING_MS }: Opening): void {
  const opener = OPENERS[platform()];
  if (!hasScreen(env, opener !== undefined)) {
    failed();
    return;
  }
  const [program, ...words] = opener ?? ['xdg-open'];
  const child = spawn(program, [...words, address], { env, stdio: 'ignore', detached: true, windowsHide: true });
  const ended = (code: number | null) => {
    if (code !== 0) failed();
  };
  child.once('exit', ended);
  child.once('error', () => {
    child.off('exit', ended);
    failed();
  });
  // `xdg-open` may wait until the person closes the browser, and then end with any code.
  setTimeout(() => child.off('exit', ended), patience).unref();
  child.unref();
}

/** Whether the person sees what is opened. macOS and Windows always have a screen, but over SSH it is another one. */
function hasScreen(env: Env['variables'], isAlways: boolean): boolean {
  return isAlways ? !env.SSH_CONNECTION : SCREENS.some((name) => env[name]);
}
