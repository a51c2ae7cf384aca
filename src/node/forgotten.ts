import { createHash } from 'node:crypto';
import type { Layout } from '../project/paths.ts';
import { readBeginning } from './disk/read-file.ts';
import { appendLines } from './store/append-line.ts';
import { privateDirectory } from './store/private-directory.ts';

/** The sessions that the owner had forgotten. */
export interface ForgottenSessions {
  has(sessionId: string): boolean;
}

/** Room for two hundred thousand of them (bytes). */
const LARGEST = 16 * 1024 * 1024;

/** The sessions that the owner had forgotten: a SHA-256 of each one's id, so that the file tells nobody which they were. None if there is no file. */
export function forgottenSessions(layout: Layout): ForgottenSessions {
  const digests = readDigests(layout);
  return { has: (sessionId) => digests.has(digestOf(sessionId)) };
}

/** Notes that sessions are to be forgotten, so that no backfill brings them back. One that is noted is not noted again. */
export function noteForgotten(layout: Layout, sessionIds: readonly string[]): void {
  const known = readDigests(layout);
  const wanting = [...new Set(sessionIds.map(digestOf))].filter((digest) => !known.has(digest));
  if (wanting.length === 0) return;
  privateDirectory(layout.state, layout.config);
  appendLines(layout.forgotten, wanting);
}

function readDigests(layout: Layout): Set<string> {
  return new Set((readBeginning(layout.forgotten, LARGEST) ?? '').split('\n'));
}

function digestOf(sessionId: string): string {
  return createHash('sha256').update(sessionId).digest('hex');
}
