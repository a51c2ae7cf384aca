import { closeSync, fstatSync, openSync, renameSync } from 'node:fs';
import { writeAll } from '#src/lib/files.ts';
import type { Layout } from './paths.ts';
import { setAsideLog } from './paths.ts';
import { APPEND_OR_CREATE } from './open-flags.ts';
import { privateDirectory } from './private-directory.ts';

/** A larger log is renamed to `log.1.jsonl` and a new one begun (bytes). */
const LARGEST = 1024 * 1024;

/** A line of `log.jsonl`. Never contains environment variables or text from the session. */
export interface Failure {
  at: string;
  event: string;
  code: string;
  message: string;
  session_id?: string;
}

/** Adds a failure to the log. Never fails; the failure is on stderr anyway. */
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
    // A full disk or missing permissions are probably what failed in the first place.
  }
}
