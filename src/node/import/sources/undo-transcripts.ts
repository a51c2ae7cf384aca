/**
 * Undoes an import of transcripts: a session that it created goes, with its facts, unless somebody edited its chronicle or
 * wrote a notebook. Facts of sessions that were here stay.
 */
import { basename, dirname } from 'node:path';
import { withLock } from '#src/lib/lock.ts';
import { discard } from '#src/lib/work-directory.ts';
import { isThere } from '#src/node/disk/is-there.ts';
import { readRegularFile } from '#src/node/disk/read-file.ts';
import { factsPlace } from '#src/node/facts/write-facts.ts';
import { indexedPath } from '#src/node/session/index-entry.ts';
import { type Layout, notebookPath } from '#src/project/paths.ts';
import { recordDigest, type WrittenSession } from './import-record.ts';
import type { Undone } from './undone.ts';
import { writtenChronicle } from './written-chronicle.ts';

const PATIENCE = 5000;

/** Undoes one session, or counts what would go. Returns the directory of its chronicle if that is gone. */
export function undoTranscript(
  layout: Layout,
  { sessionId, ...written }: WrittenSession,
  undone: Undone,
  isDryRun: boolean,
): string | null {
  const path = writtenChronicle(layout, { sessionId, ...written });
  if (path === null) return null;
  const undo = () => {
    const isEdited = recordDigest(readRegularFile(path).text) !== written.digests.chronicle;
    if (isEdited || isThere(notebookPath(path))) {
      undone.kept.push({ path, why: isEdited ? 'edited' : 'in use', records: null });
      return null;
    }
    const { path: facts, head } = factsPlace(path, sessionId);
    undone.chronicles++;
    undone.facts += head === null ? 0 : 1;
    if (isDryRun) return null;
    if (head !== null) discard(facts);
    if (indexedPath(layout, sessionId) === path) discard(`${layout.byId}/${sessionId}`);
    discard(path);
    return dirname(path);
  };
  if (isDryRun) return undo();
  // A harvest of this session would read what is being deleted; who edits the chronicle holds its own lock.
  const inTurn = () => withLock(dirname(path), basename(path), PATIENCE, undo);
  return withLock(dirname(path), `${sessionId}.harvest`, PATIENCE, inTurn);
}
