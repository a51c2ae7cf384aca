import { closeSync, fstatSync, lstatSync, openSync, unlinkSync, utimesSync } from 'node:fs';
import { type Acknowledged, acknowledgedIn, acknowledgedLine, readAcknowledged } from '#src/chronicle/acknowledged.ts';
import {
  type AcknowledgedNote,
  acknowledgedNoteIn,
  acknowledgedNoteLine,
  readAcknowledgedNotes,
} from '#src/chronicle/notebook/acknowledged-notes.ts';
import { isSessionId } from '#src/chronicle/session-id.ts';
import type { Layout } from '#src/project/paths.ts';
import { DAY_MS } from '#src/value/calendar-day.ts';
import { asBytes, asText } from '../disk/latin1.ts';
import { namesIn } from '../disk/names-in.ts';
import { APPEND_OR_CREATE } from '../disk/open-flags.ts';
import { readRegularFile } from '../disk/read-file.ts';
import { privateDirectory } from '../store/private-directory.ts';
import { replaceFile } from '../store/replace-file.ts';
import { writeAll } from '../store/work-directory.ts';

/** A longer record is halved (bytes): one event can have 64 KiB, and thousands have usual lengths. */
const LARGEST = 1024 * 1024;

/** How long to wait for another of our processes (ms). */
const PATIENCE = 500;

/** An editor may save an older copy for this long after the last event (ms). */
const KEPT = DAY_MS;

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
    const text = asText(readRegularFile(pathOf(layout, sessionId)).text);
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
    const text = asText(line).trim();
    const [event, note] = [acknowledgedIn(text), acknowledgedNoteIn(text)];
    const key = event ? acknowledgedLine(event) : note ? acknowledgedNoteLine(note) : '';
    const count = left.get(key) ?? 0;
    left.set(key, count - 1);
    return count <= 0;
  }
}

/** The record of a session that wrote nothing for a day. */
export interface OldRecord {
  sessionId: string;
  /** Since its last line, or since `touchRecord` (ms). */
  age: number;
}

/** The records of sessions that wrote nothing for a day. */
export function oldRecords(layout: Pick<Layout, 'logged'>, now: number): OldRecord[] {
  return namesIn(layout.logged)
    .filter(isSessionId)
    .map((sessionId) => ({
      sessionId,
      age: now - (lstatSync(pathOf(layout, sessionId), { throwIfNoEntry: false })?.mtimeMs ?? now),
    }))
    .filter(({ age }) => age >= KEPT);
}

/** Makes a record count as written now, so that it is old again a day later. */
export function touchRecord(layout: Pick<Layout, 'logged'>, sessionId: string, now: number): void {
  utimesSync(pathOf(layout, sessionId), now / 1000, now / 1000);
}

/** Reduces a session's record to these events and notes, and deletes it if there are none. */
export function reduceRecord(layout: Pick<Layout, 'logged'>, sessionId: string, left: LoggedRecord): void {
  const lines = recordLines(left);
  if (lines.length === 0) unlinkSync(pathOf(layout, sessionId));
  else
    replaceFile(
      pathOf(layout, sessionId),
      PATIENCE,
      () => lines.map(latin1Line).join(''),
      () => true,
    );
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
  return `${asBytes(line)}\n`;
}
