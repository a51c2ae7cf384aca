import { appendLines } from './files.ts';
import type { Paths } from './paths.ts';
import { sha256Of } from './digest.ts';
import { readBeginning } from './read-file.ts';
import { privateDirectory } from './private-directory.ts';

/** The sessions that the owner has deleted with `chronicle forget`. */
export interface ForgottenSessions {
  has(sessionId: string): boolean;
}

/** The largest file that is read: room for 200,000 sessions (bytes). */
const LARGEST = 16 * 1024 * 1024;

/** Reads the list of forgotten sessions. It contains SHA-256 digests of their ids, so that it reveals none of them. */
export function forgottenSessions(paths: Paths): ForgottenSessions {
  const digests = readDigests(paths);
  return { has: (sessionId) => digests.has(sha256Of(sessionId)) };
}

/** Adds sessions to the list, so that no import brings them back. Skips those already listed. */
export function noteForgotten(paths: Paths, sessionIds: readonly string[]): void {
  const known = readDigests(paths);
  const missing = [...new Set(sessionIds.map(sha256Of))].filter((digest) => !known.has(digest));
  if (missing.length === 0) return;
  privateDirectory(paths.state, paths.config);
  appendLines(paths.forgotten, missing);
}

function readDigests(paths: Paths): Set<string> {
  return new Set((readBeginning(paths.forgotten, LARGEST) ?? '').split('\n'));
}
