import { readFileSync } from 'node:fs';

/** A process as another process can recognise it later, although pids are used again. */
export interface ProcessMark {
  pid: number;
  /** When it was started, in the system's own unit; null where the system does not tell. */
  started: string | null;
}

/** A mark in a file, with the host on which the process runs. */
export interface HostMark extends ProcessMark {
  host: string;
}

/** A mark as it was written to a file, or null if the text is none. */
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
    // A process of another user exists, but may not be signalled.
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false;
  }
  const now = startOf(pid);
  return now !== ENDED && (started === null || now === null || started === now);
}

/** The process that started a running one; null where the system does not tell. */
export function parentOf(pid: number): number | null {
  return Number(statOf(pid)?.[1]) || null;
}

function startOf(pid: number): string | null {
  const fields = statOf(pid);
  // A zombie has ended; only its parent has not noticed.
  return fields?.[0] === 'Z' ? ENDED : (fields?.[19] ?? null);
}

/** /proc/<pid>/stat from the third field on (proc(5)): state, parent, …, the 22nd the start. The command's name before them may hold blanks and brackets. */
function statOf(pid: number): string[] | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return null;
  }
}
