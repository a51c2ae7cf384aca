import { closeSync, fstatSync, lstatSync, openSync, unlinkSync, utimesSync } from 'node:fs';
import { dirname } from 'node:path';
import {
  type Acknowledged,
  acknowledgedIn,
  acknowledgedLine,
  lostEvents,
  readAcknowledged,
} from '#src/chronicle/acknowledged.ts';
import {
  type AcknowledgedNote,
  acknowledgedNoteIn,
  acknowledgedNoteLine,
  lostNotes,
  readAcknowledgedNotes,
} from '#src/chronicle/notebook/acknowledged-notes.ts';
import { readNotebook } from '#src/chronicle/notebook/notebook.ts';
import { readUnchecked } from '#src/chronicle/read.ts';
import { isSessionId } from '#src/chronicle/session-id.ts';
import { isErrno } from '#src/project/chronicle-error.ts';
import { type Layout, notebookPath } from '#src/project/paths.ts';
import { isDirectory } from '../disk/is-there.ts';
import { namesIn } from '../disk/names-in.ts';
import { APPEND_OR_CREATE } from '../disk/open-flags.ts';
import { readRegularFile } from '../disk/read-file.ts';
import { privateDirectory } from '../store/private-directory.ts';
import { replaceFile } from '../store/replace-file.ts';
import { writeAll } from '../store/work-directory.ts';
import { findAnywhere, findByIndex } from './find.ts';
import { indexedPath } from './index-entry.ts';

/** A longer record is halved (bytes): one event can have 64 KiB, and thousands have usual lengths. */
const LARGEST = 1024 * 1024;

/** How long to wait for another of our processes (ms). */
const PATIENCE = 500;

/** An editor may save an older copy for this long after the last event (ms). */
const KEPT = 24 * 60 * 60 * 1000;

/** A directory that cannot be read, such as one on another disk, may come back for this long (ms). */
const AWAY = 30 * KEPT;

type Place = Pick<Layout, 'logged' | 'config'>;

const pathOf = ({ logged }: Pick<Layout, 'logged'>, sessionId: string) => `${logged}/${sessionId}`;

/**
 * Records an event or note that is in its file, given as its line, before its id is printed. If a crash loses the line, only
 * the notice is lost.
 */
export function noteAcknowledged(layout: Place, sessionId: string, line: string): void {
  privateDirectory(layout.logged, layout.config);
  const path = pathOf(layout, sessionId);
  const file = openSync(path, APPEND_OR_CREATE, 0o600);
  let size = 0;
  try {
    // A killed process may have left half a line, which would spoil this one.
    writeAll(file, Buffer.from(`\n${line}\n`));
    ({ size } = fstatSync(file));
  } finally {
    closeSync(file);
  }
  if (size > LARGEST) replaceFile(path, PATIENCE, newerHalf, () => true);
}

/** What a session's record contains. */
export interface LoggedRecord {
  events: Acknowledged[];
  notes: AcknowledgedNote[];
}

/** The events and notes of a session's record; none if it cannot be read. */
export function readRecord(layout: Pick<Layout, 'logged'>, sessionId: string): LoggedRecord {
  try {
    const text = fromLatin1(readRegularFile(pathOf(layout, sessionId)).text);
    return { events: readAcknowledged(text), notes: readAcknowledgedNotes(text) };
  } catch {
    return { events: [], notes: [] };
  }
}

/** Removes events and notes from a session's record: they were deleted on purpose, and their text is to be kept nowhere. */
export function removeAcknowledged(layout: Place, sessionId: string, gone: LoggedRecord): void {
  const left = new Map<string, number>();
  for (const line of recordLines(gone)) left.set(line, (left.get(line) ?? 0) + 1);
  replaceFile(
    pathOf(layout, sessionId),
    PATIENCE,
    (bytes) => linesOf(bytes).filter(isKept).join(''),
    () => true,
  );

  function isKept(line: string): boolean {
    const text = fromLatin1(line).trim();
    const [event, note] = [acknowledgedIn(text), acknowledgedNoteIn(text)];
    const key = event ? acknowledgedLine(event) : note ? acknowledgedNoteLine(note) : '';
    const count = left.get(key) ?? 0;
    left.set(key, count - 1);
    return count <= 0;
  }
}

/**
 * Reduces the records of sessions that logged nothing for a day to what was lost, and deletes those of which nothing was,
 * or whose chronicle was deleted. `isRunning` tells which sessions to leave alone. One failure does not keep it from the
 * others.
 */
export function settleRecords(
  layout: Layout,
  { now, deadline, isRunning }: { now: number; deadline: number; isRunning: (sessionId: string) => boolean },
): unknown[] {
  const failures: unknown[] = [];
  for (const sessionId of namesIn(layout.logged).filter(isSessionId)) {
    const path = pathOf(layout, sessionId);
    const written = lstatSync(path, { throwIfNoEntry: false })?.mtimeMs ?? now;
    if (now - written < KEPT || isRunning(sessionId)) continue;
    if (Date.now() > deadline) break;
    const place = indexedPath(layout, sessionId);
    if (place !== null && !isDirectory(dirname(place)) && now - written < AWAY) continue;
    try {
      // The next look is a day later, whatever this one finds: what is lost stays here until somebody decides.
      utimesSync(path, now / 1000, now / 1000);
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
  if (chronicle === null && Date.now() > deadline) return;
  const body = chronicle === null ? null : readUnchecked(fromLatin1(readRegularFile(chronicle).text));
  const { events, notes } = readRecord(layout, sessionId);
  const lost: LoggedRecord = {
    events: lostEvents(events, body?.events ?? []),
    notes: chronicle === null || notes.length === 0 ? [] : lostNotesIn(notebookPath(chronicle), notes),
  };
  const lines = recordLines(lost);
  // Whoever deletes a chronicle or a notebook deletes what is in it on purpose.
  if (chronicle === null || lines.length === 0) unlinkSync(pathOf(layout, sessionId));
  else if (body)
    replaceFile(
      pathOf(layout, sessionId),
      PATIENCE,
      () => lines.map(latin1Line).join(''),
      () => true,
    );
}

/** All of them if the notebook cannot be read, none if there is no notebook. */
function lostNotesIn(path: string, notes: readonly AcknowledgedNote[]): AcknowledgedNote[] {
  try {
    const notebook = readNotebook(fromLatin1(readRegularFile(path).text));
    return notebook ? lostNotes(notes, notebook.notes) : [...notes];
  } catch (error) {
    return isErrno(error, 'ENOENT') ? [] : [...notes];
  }
}

function recordLines({ events, notes }: LoggedRecord): string[] {
  return [...events.map(acknowledgedLine), ...notes.map(acknowledgedNoteLine)];
}

function newerHalf(bytes: string): string {
  return bytes.slice(bytes.indexOf('\n', bytes.length - LARGEST / 2) + 1);
}

function linesOf(bytes: string): string[] {
  return bytes.split(/(?<=\n)/);
}

function latin1Line(line: string): string {
  return `${Buffer.from(line).toString('latin1')}\n`;
}

function fromLatin1(bytes: string): string {
  return Buffer.from(bytes, 'latin1').toString();
}
