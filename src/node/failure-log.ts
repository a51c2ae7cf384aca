import { closeSync, fstatSync, openSync, renameSync } from 'node:fs';
import type { Layout } from '../project/paths.ts';
import { setAsideLog } from '../project/paths.ts';
import { APPEND_OR_CREATE } from './disk/open-flags.ts';
import { privateDirectory } from './store/private-directory.ts';
import { writeAll } from './store/work-directory.ts';

/** Beyond this the log is set aside as `log.1.jsonl` and begun anew (bytes). */
const LARGEST = 1024 * 1024;

/** One line of `log.jsonl`. It never holds an environment or a text of the session. */
export interface Failure {
  at: string;
  event: string;
  code: string;
  message: string;
  session_id?: string;
}

/** Records a failure for later eyes. Never fails: what cannot be recorded has been said on stderr. */
export function logFailure(layout: Layout, failure: Failure): void {
  try {
    privateDirectory(layout.state, layout.config);
    const file = openSync(layout.failureLog, APPEND_OR_CREATE, 0o600);
    try {
      writeAll(file, Buffer.from(`${JSON.stringify(failure)}\n`));
      if (fstatSync(file).size > LARGEST) renameSync(layout.failureLog, setAsideLog(layout));
    } finally {
      closeSync(file);
    }
  } catch {
    // The disk or its permissions are the likely failure in the first place.
  }
}
