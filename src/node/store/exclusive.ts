import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { ChronicleError } from '#src/project/chronicle-error.ts';
import { isAbandoned, ownerOf, unlessHeld } from './lock.ts';

/**
 * Runs work that only one process may do at a time, marked by a file at `path`. Throws CHRONICLE_BUSY at once if another
 * running process is doing it.
 */
export async function exclusively<T>(path: string, what: string, work: () => Promise<T>): Promise<T> {
  const done = await unlessHeld(path, dirname(path), work);
  if (done) return done.result;
  throw new ChronicleError('CHRONICLE_BUSY', `${what} is already running${workerAt(path)}. Nothing was written.`);
}

/** Who holds a lock, in brackets. Empty if it was given back meanwhile, or is just being taken from a dead process. */
function workerAt(lock: string): string {
  const owner = ownerOf(lock);
  if (!owner || isAbandoned(lock)) return '';
  return ` (process ${owner.pid}${owner.host === hostname() ? '' : ` on ${owner.host}`})`;
}
