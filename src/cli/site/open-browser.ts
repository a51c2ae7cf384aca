import { spawn } from 'node:child_process';
import { platform } from 'node:os';

/** The program of a system that opens an address, and its first words. */
const OPENERS: Partial<Record<NodeJS.Platform, [program: string, ...words: string[]]>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
};

/** Opens an address of ours in the person's browser. Calls `failed` if there is none. */
export function openBrowser(address: string, failed: () => void): void {
  const [program, ...words] = OPENERS[platform()] ?? ['xdg-open'];
  const child = spawn(program, [...words, address], { stdio: 'ignore', detached: true });
  child.once('error', failed);
  child.once('exit', (code) => {
    if (code !== 0) failed();
  });
  child.unref();
}
