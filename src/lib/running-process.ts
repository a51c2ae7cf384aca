import { readFileSync } from 'node:fs';

/** Identifies a process for later, although pids are reused. */
export interface ProcessMark {
  pid: number;
  /** When it was started, in the system's unit; null if unknown. */
  started: string | null;
}

/** A process mark with its host, as written to files. */
export interface HostMark extends ProcessMark {
  host: string;
}

/** Reads a mark from a file's text; null if it is not one. */
export function readMark(text: string): HostMark | null {
  try {
    const { pid, started, host } = JSON.parse(text);
    if (typeof pid !== 'number' || typeof host !== 'string') return null;
    return { pid, started: typeof started === 'string' ? started : null, host };
  } catch {
    return null;
  }
}

const ENDED = 'ended';

/** The mark of a running process. */
export function markOf(pid: number): ProcessMark {
  return { pid, started: startOf(pid) };
}

/** Whether the marked process is still running on this machine. */
export function isRunning({ pid, started }: ProcessMark): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: the process exists, but belongs to another user.
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false;
  }
  const now = startOf(pid);
  return now !== ENDED && (started === null || now === null || started === now);
}

/** The parent of a running process; null if unknown. */
export function parentOf(pid: number): number | null {
  return Number(statOf(pid)?.[1]) || null;
}

/** When a process was started, in the system's unit; null if unknown. */
export function startOf(pid: number): string | null {
  const fields = statOf(pid);
  // A zombie has ended, but its parent has not noticed yet.
  return fields?.[0] === 'Z' ? ENDED : (fields?.[19] ?? null);
}

/** The fields of /proc/<pid>/stat from the third on (proc(5)): state, parent, …; the 22nd is the start. The command name before them may contain blanks and brackets. */
function statOf(pid: number): string[] | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return null;
  }
}
