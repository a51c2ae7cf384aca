import { type Paths, memoryPlace } from '#src/lib/paths.ts';
import { readRegularFile } from '../lib/read-file.ts';
import { placeOf } from '../record/find.ts';
import type { Env } from '../lib/env.ts';
import { noteMisses } from '#src/notes/own-misses.ts';
import { seeMemories } from './see-memories.ts';

/** A project with very many memories is looked through in several goes (ms). */
const PATIENCE = 5000;

/**
 * What the process that reads transcripts does for a project's memories after a session with this chronicle: records in the
 * ledger which memory files changed, and counts the session's misses until the archive is read again.
 */
export async function noteMemories(env: Env, paths: Paths, sessionId: string, chronicle: string): Promise<void> {
  const place = memoryPlace(paths, placeOf(chronicle).projectDirectory);
  const { now } = env;
  await seeMemories({ paths, place, sessionId, now, patience: PATIENCE });
  noteMisses(paths, place, readRegularFile(chronicle).text, now());
}
