/**
 * Undoes an import of transcripts. A chronicle that it created goes, with its facts. From one that was here, the events go
 * that it added, and facts that it wrote are emptied: the file stays, so that no command brings anything back by itself.
 */
import { basename, dirname } from 'node:path';
import type { Facts } from '#src/facts/facts.ts';
import { withdrawAll, withdrawEvents } from '#src/facts/withdrawn-facts.ts';
import { withoutHarvested } from '#src/import/harvested-events.ts';
import { flushDirectory, replaceFile } from '#src/lib/files.ts';
import { withLock } from '#src/lib/lock.ts';
import { discard } from '#src/lib/work-directory.ts';
import { isThere } from '#src/node/disk/is-there.ts';
import { readRegularFile } from '#src/node/disk/read-file.ts';
import { readFacts } from '#src/node/facts/facts-file.ts';
import { factsPlace, placeFacts, writeTemporaryFacts } from '#src/node/facts/write-facts.ts';
import { indexedPath } from '#src/node/session/index-entry.ts';
import { type Layout, notebookPath } from '#src/project/paths.ts';
import { recordDigest, type WrittenSession } from './import-record.ts';
import type { Undone } from './undone.ts';
import { writtenChronicle } from './written-chronicle.ts';

const PATIENCE = 5000;

/** What the record has of each session in one: events and facts are in it one after the other. */
export function joinedWrites(sessions: readonly WrittenSession[]): WrittenSession[] {
  const joined = new Map<string, WrittenSession>();
  for (const written of sessions) {
    const { digests = {}, events = {} } = joined.get(written.sessionId) ?? {};
    joined.set(written.sessionId, {
      ...written,
      digests: { ...digests, ...written.digests },
      events: { ...events, ...written.events },
    });
  }
  return [...joined.values()];
}

/** Undoes one session, or counts what would go. Returns the directory of its chronicle if that is gone. */
export function undoTranscript(
  layout: Layout,
  written: WrittenSession,
  undone: Undone,
  isDryRun: boolean,
): string | null {
  const path = writtenChronicle(layout, written);
  if (path === null) return null;
  const undo = written.digests.chronicle === undefined ? undoAdded : undoCreated;
  // A harvest of this session would read what is being deleted.
  const work = () => undo(layout, { ...written, path }, undone, isDryRun);
  return isDryRun ? work() : withLock(dirname(path), `${written.sessionId}.harvest`, PATIENCE, work);
}

type Target = WrittenSession & { path: string };

function undoCreated(
  layout: Layout,
  { path, sessionId, digests }: Target,
  undone: Undone,
  isDryRun: boolean,
): string | null {
  const undo = () => {
    const { path: facts, head } = factsPlace(path, sessionId);
    const hasFacts = isThere(facts);
    const why = whyKept();
    if (why !== null) {
      undone.kept.push({ path, why, records: null });
      return null;
    }
    undone.chronicles++;
    undone.facts += hasFacts ? 1 : 0;
    if (isDryRun) return null;
    if (hasFacts) discard(facts);
    if (indexedPath(layout, sessionId) === path) discard(`${layout.byId}/${sessionId}`);
    discard(path);
    return dirname(path);

    function whyKept() {
      if (recordDigest(readRegularFile(path).text) !== digests.chronicle) return 'edited';
      // A killed import may have left the facts to the next one, which was undone before this one.
      const isEmptied = head?.withdrawn === 'all';
      if (hasFacts && !isEmptied && recordDigest(readRegularFile(facts).text) !== digests.facts)
        return 'transcript read since';
      return isThere(notebookPath(path)) ? 'in use' : null;
    }
  };
  return isDryRun ? undo() : withLock(dirname(path), basename(path), PATIENCE, undo);
}

function undoAdded(
  layout: Layout,
  { path, sessionId, digests, events = {} }: Target,
  undone: Undone,
  isDryRun: boolean,
): null {
  const { records, edited } = withoutHarvested(readRegularFile(path).text, events, recordDigest);
  undone.events += records.length;
  if (edited > 0) undone.kept.push({ path, why: 'edited', records: edited });
  // The facts first: they keep commands from adding the events again.
  undoFacts(layout, { path, sessionId, digest: digests.facts, records }, undone, isDryRun);
  if (!isDryRun && records.length > 0)
    replaceFile(path, PATIENCE, (current) => withoutHarvested(current, events, recordDigest).text);
  return null;
}

interface AddedFacts {
  path: string;
  sessionId: string;
  /** The digest of the facts; undefined if the import did not create them. */
  digest: string | undefined;
  records: readonly string[];
}

function undoFacts(
  layout: Layout,
  { path, sessionId, digest, records }: AddedFacts,
  undone: Undone,
  isDryRun: boolean,
): void {
  const place = factsPlace(path, sessionId).path;
  const { facts } = readFacts(place);
  if (facts === null) return;
  const isOurs = digest !== undefined && recordDigest(readRegularFile(place).text) === digest;
  if (isOurs) undone.facts++;
  else if (digest !== undefined && facts.head.withdrawn !== 'all')
    undone.kept.push({ path: place, why: 'transcript read since', records: null });
  const left: Facts = isOurs ? withdrawAll(facts, records) : withdrawEvents(facts, records);
  if (isDryRun || left === facts) return;
  const temporary = writeTemporaryFacts(dirname(path), left);
  if (temporary !== null) flushDirectory(placeFacts(layout, place, temporary));
}
