import { execFileSync } from 'node:child_process';
import { commandLineOf, parentOf, startOf } from './running-process.ts';

/** A running process, as far as the system tells. */
export interface RunningProcess {
  pid: number;
  parent: number;
  /** When it was started, on the clock of `processClock`. */
  started: number;
  /** Its arguments as one text, separated by blanks. */
  args: string;
}

/** How many parent processes to follow; shells and tools stay far below. */
const MOST_ABOVE = 64;

/**
 * The child of `ancestor` from which the process `pid` descends, which may be that process itself. Null if `ancestor` is
 * not above it; undefined if the system does not tell.
 */
export function childAbove(pid: number, ancestor: number): RunningProcess | null | undefined {
  let next = pid;
  for (let n = 0; n < MOST_ABOVE && next > 1; n++) {
    const found = processAt(next);
    if (!found) return undefined;
    if (found.parent === ancestor) return found;
    next = found.parent;
  }
  return null;
}

/**
 * Now, on the clock of process starts: on Linux the ticks at which this process was started, on macOS seconds. Null where
 * processes cannot be read.
 */
export function processClock(): number | null {
  if (process.platform === 'darwin') return Math.floor(Date.now() / 1000);
  const started = Number(startOf(process.pid));
  return Number.isFinite(started) && started > 0 ? started : null;
}

function processAt(pid: number): RunningProcess | null {
  if (process.platform === 'darwin') return readPs(pid);
  const [parent, started, args] = [parentOf(pid), Number(startOf(pid)), commandLineOf(pid)];
  return parent === null || !(started > 0) || args === null ? null : { pid, parent, started, args };
}

/** `ps` by its path: a directory on PATH may be the agent's. */
function readPs(pid: number): RunningProcess | null {
  try {
    const options = ['-ww', '-o', 'ppid=,lstart=,args=', '-p', String(pid)];
    return parsePs(
      pid,
      execFileSync('/bin/ps', options, { encoding: 'utf8', env: { LC_ALL: 'C', TZ: 'UTC' }, stdio: 'pipe' }),
    );
  } catch {
    return null;
  }
}

/** Reads a line in UTC such as `  501 Mon Nov 23 01:52:13 2026     /bin/zsh -c …`; null for anything else. */
export function parsePs(pid: number, text: string): RunningProcess | null {
  const [, parent, lstart = '', args = ''] =
    /^\s*(\d+)\s+(\w{3}\s+\w{3}\s+\d+\s+[\d:]+\s+\d{4})\s+([\s\S]*)$/.exec(text) ?? [];
  const started = Date.parse(`${lstart} UTC`) / 1000;
  return parent === undefined || Number.isNaN(started) ? null : { pid, parent: Number(parent), started, args };
}
