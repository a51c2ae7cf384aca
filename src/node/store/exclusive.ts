import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { ChronicleError, isErrno } from '#src/project/chronicle-error.ts';
import { isRunning, markOf } from './running-process.ts';

/**
 * Runs work that only one process may do at a time, marked by a file at `path`. Throws CHRONICLE_BUSY at once if another
 * running process is doing it.
 */
export async function exclusively<T>(path: string, what: string, work: () => Promise<T>): Promise<T> {
  if (!claim(path)) {
    const other = ownerOf(path);
    if (other !== null)
      throw new ChronicleError('CHRONICLE_BUSY', `${what} is already running (process ${other}). Nothing was written.`);
    rmSync(path, { force: true });
    claim(path);
  }
  try {
    return await work();
  } finally {
    rmSync(path, { force: true });
  }
}

function claim(path: string): boolean {
  try {
    writeFileSync(path, JSON.stringify(markOf(process.pid)), { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if (isErrno(error, 'EEXIST')) return false;
    throw error;
  }
}

/** The running process that the file names, or null. */
function ownerOf(path: string): number | null {
  try {
    const { pid, started } = JSON.parse(readFileSync(path, 'utf8'));
    return typeof pid === 'number' && isRunning({ pid, started }) ? pid : null;
  } catch {
    return null;
  }
}
