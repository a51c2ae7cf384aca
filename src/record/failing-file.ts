/** How often each command failed in a running session: a line per failure in `<state>/index/failing/<session_id>`. */
import { closeSync, fstatSync, openSync } from 'node:fs';
import { isSessionId } from '#src/format/session-id.ts';
import { writeAll } from '#src/lib/files.ts';
import type { Paths } from '#src/lib/paths.ts';
import { sha1 } from '#src/lib/sha1.ts';
import { APPEND_OR_CREATE } from '../lib/open-flags.ts';
import { readBeginning } from '../lib/read-file.ts';
import { privateDirectory } from '../lib/private-directory.ts';
import { failingPath } from './live.ts';

/** Room for some 2,000 failures (bytes). What fails more often than that is not helped by a reminder. */
const LARGEST = 64 * 1024;

/**
 * Counts a failure and returns how often this form of command has failed in the session, this time included; null if the
 * count is full. Only a digest of the form is kept. Processes that count at the same time get different numbers.
 */
export function countFailure(paths: Paths, sessionId: string, form: string): number | null {
  if (!isSessionId(sessionId)) return null;
  const digest = sha1(`${sessionId}\n${form}`).slice(0, 12);
  const own = `${digest} ${process.pid.toString(36)}-${Math.random().toString(36).slice(2)}`;
  privateDirectory(paths.failing, paths.config);
  const path = failingPath(paths, sessionId);
  const file = openSync(path, APPEND_OR_CREATE, 0o600);
  try {
    if (fstatSync(file).size + own.length >= LARGEST) return null;
    // A killed process may have left half a line, which would spoil this one.
    writeAll(file, Buffer.from(`\n${own}\n`));
  } finally {
    closeSync(file);
  }
  const lines = (readBeginning(path, LARGEST) ?? '').split('\n').filter((line) => line.startsWith(`${digest} `));
  const place = lines.indexOf(own);
  return place === -1 ? null : place + 1;
}
