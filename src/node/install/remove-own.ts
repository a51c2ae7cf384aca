import { rmSync } from 'node:fs';
import { isErrno } from '#src/project/chronicle-error.ts';
import type { Layout } from '#src/project/paths.ts';
import { requireWithin } from '../store/private-directory.ts';

/** Removes a file or directory of ours for good, if it is there. Refuses (CHRONICLE_OUTSIDE) one that leads elsewhere. */
export function removeOwn(path: string, { config }: Pick<Layout, 'config'>): void {
  try {
    requireWithin(path, config);
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return;
    throw error;
  }
  // A session may end and write there in the same moment.
  rmSync(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 20 });
}
