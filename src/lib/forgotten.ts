import { appendLines } from '#src/lib/files.ts';
import type { Layout } from './paths.ts';
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
export function forgottenSessions(layout: Layout): ForgottenSessions {
  const digests = readDigests(layout);
  return { has: (sessionId) => digests.has(sha256Of(sessionId)) };
}

/** Adds sessions to the list, so that no import brings them back. Skips those already listed. */
export function noteForgotten(layout: Layout, sessionIds: readonly string[]): void {
  const known = readDigests(layout);
  const missing = [...new Set(sessionIds.map(sha256Of))].filter((digest) => !known.has(digest));
  if (missing.length === 0) return;
  privateDirectory(layout.state, layout.config);
  appendLines(layout.forgotten, missing);
}

function readDigests(layout: Layout): Set<string> {
  return new Set((readBeginning(layout.forgotten, LARGEST) ?? '').split('\n'));
}
