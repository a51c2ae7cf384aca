/** What becomes of old records of logged events and notes: they are reduced to what was lost. */
import { dirname } from 'node:path';
import { lostEvents } from '#src/chronicle/acknowledged.ts';
import { type AcknowledgedNote, lostNotes } from '#src/chronicle/notebook/acknowledged-notes.ts';
import { readNotebook } from '#src/chronicle/notebook/notebook.ts';
import { readUnchecked } from '#src/chronicle/read.ts';
import { isErrno } from '#src/project/chronicle-error.ts';
import { type Layout, notebookPath } from '#src/project/paths.ts';
import { DAY_MS } from '#src/value/calendar-day.ts';
import { isDirectory } from '../disk/is-there.ts';
import { asText } from '../disk/latin1.ts';
import { readRegularFile } from '../disk/read-file.ts';
import { oldRecords, readRecord, reduceRecord, touchRecord } from '../session/acknowledged-file.ts';
import { findAnywhere, findByIndex } from '../session/find.ts';
import { indexedPath } from '../session/index-entry.ts';

/** A directory that cannot be read, such as one on another disk, may come back for this long (ms). */
const AWAY = 30 * DAY_MS;

/**
 * Reduces the records of sessions that wrote nothing for a day to what was lost, and deletes those of which nothing was, or
 * whose chronicle was deleted. `isRunning` tells which sessions to leave alone. One failure does not keep it from the
 * others.
 */
export function settleRecords(
  layout: Layout,
  { now, deadline, isRunning }: { now: number; deadline: number; isRunning: (sessionId: string) => boolean },
): unknown[] {
  const failures: unknown[] = [];
  for (const { sessionId, age } of oldRecords(layout, now)) {
    if (isRunning(sessionId)) continue;
    if (Date.now() > deadline) break;
    const place = indexedPath(layout, sessionId);
    if (place !== null && !isDirectory(dirname(place)) && age < AWAY) continue;
    try {
      // The next look is a day later, whatever this one finds: what is lost stays here until somebody decides.
      touchRecord(layout, sessionId, now);
      settle(layout, sessionId, deadline);
    } catch (error) {
      failures.push(error);
    }
  }
  return failures;
}

function settle(layout: Layout, sessionId: string, deadline: number): void {
  // Somebody may have renamed it.
  const chronicle = findByIndex(layout, sessionId) ?? findAnywhere(layout, sessionId, deadline - Date.now());
  if (chronicle === null) {
    // Whoever deletes a chronicle deletes what is in it on purpose.
    if (Date.now() <= deadline) reduceRecord(layout, sessionId, { events: [], notes: [] });
    return;
  }
  const { events, notes } = readRecord(layout, sessionId);
  const body = readUnchecked(textOf(chronicle));
  const lost = {
    events: lostEvents(events, body?.events ?? []),
    notes: notes.length === 0 ? [] : lostNotesIn(notebookPath(chronicle), notes),
  };
  if (body || lost.events.length + lost.notes.length === 0) reduceRecord(layout, sessionId, lost);
}

/** All of them if the notebook cannot be read; none without a notebook, as somebody deleted it on purpose. */
function lostNotesIn(path: string, notes: readonly AcknowledgedNote[]): AcknowledgedNote[] {
  try {
    const notebook = readNotebook(textOf(path));
    return notebook ? lostNotes(notes, notebook.notes) : [...notes];
  } catch (error) {
    return isErrno(error, 'ENOENT') ? [] : [...notes];
  }
}

function textOf(path: string): string {
  return asText(readRegularFile(path).text);
}
