import { withLock } from '#src/lib/lock.ts';
import { ChronicleError, isErrno } from '#src/lib/chronicle-error.ts';
import type { Layout } from '#src/lib/paths.ts';
import { privateDirectory } from '../lib/private-directory.ts';

/** Longer than any init or uninstall (ms). */
const PATIENCE = 5000;

/**
 * Runs `work` while no other init or uninstall changes the same Claude Code directory, and waits a moment for one that does.
 * Refuses (CHRONICLE_BUSY) if that takes too long, or if it deletes the directory of the lock.
 */
export function withInstallLock<T>(layout: Pick<Layout, 'state' | 'config'>, work: () => T, patience = PATIENCE): T {
  let hasBegun = false;
  try {
    privateDirectory(layout.state, layout.config);
    return withLock(layout.state, 'install', patience, () => {
      hasBegun = true;
      return work();
    });
  } catch (error) {
    const isOther = isErrno(error, 'ENOENT') || (error instanceof ChronicleError && error.code === 'CHRONICLE_BUSY');
    if (hasBegun || !isOther) throw error;
    throw new ChronicleError(
      'CHRONICLE_BUSY',
      'Another chronicle init or uninstall is running. Run this again when it has finished. Nothing was changed.',
    );
  }
}
