import { mkdirSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { startOf } from '#src/lib/lock.ts';

/** A process id that no process has. */
export const DEAD = 2 ** 22 - 1;

/** Takes the lock at `path` for a process, which may be dead or on another host, and returns the path. */
export function plantLock(path: string, pid: number, { started = startOf(pid) ?? '', host = hostname() } = {}): string {
  mkdirSync(path, { recursive: true });
  writeFileSync(`${path}/${pid}.${started}.0a1b2c3d.${host}`, '');
  return path;
}
