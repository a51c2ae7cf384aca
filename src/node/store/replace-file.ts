import { linkSync, lstatSync, renameSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { ChronicleError, isErrno, NO_HARD_LINKS } from '#src/project/chronicle-error.ts';
import { type FileReading, readRegularFile } from '../disk/read-file.ts';
import { hasFrontMatter, isUnchanged } from './append-file.ts';
import { withLock } from './lock.ts';
import { pause } from './pause.ts';
import { discard, flushDirectory, namingFile, temporaryName, writeTemporary } from './work-directory.ts';

const RETRY_AFTER = 2;
/** An editor that empties a file fills it at once, unless it was killed. */
const LATE_LOOKS = 50;

/**
 * Edits a file and returns the new text; both texts are Latin-1. At every moment the file is either the old or the new one,
 * even if this process is killed.
 *
 * A bare rename would lose more concurrent saves than writing in place, so this uses a lock, a comparison and a second look.
 * A save by somebody else shows in two ways: the file differs from what was read, and the edit starts over; or the save went
 * into the old file at the moment of the rename, and the edit is repeated on that text, which a hard link keeps reachable.
 * Only a save that begins before the rename and ends after the second look is lost. `isWhole` tells whether a text is
 * complete and not still being written. Throws CHRONICLE_RESTLESS after `patience` ms.
 */
export function replaceFile(path: string, patience: number, edit: Edit, isWhole = hasFrontMatter): string {
  const deadline = Date.now() + patience;
  const directory = dirname(path);
  const replace = () => {
    for (let missed: MissedSave | null = null; ; pause(RETRY_AFTER)) {
      const outcome = attempt({ path, directory, edit, isWhole }, missed);
      if (typeof outcome === 'string') return outcome;
      missed = outcome;
      if (Date.now() > deadline)
        throw new ChronicleError('CHRONICLE_RESTLESS', `${path} keeps changing. Nothing was written.`);
    }
  };
  return namingFile(path, directory, () => withLock(directory, basename(path), patience, replace));
}

/**
 * Returns the edited text. `ours` is the text that this call has already written, if somebody has saved since then, perhaps
 * from an older copy, perhaps with our edit.
 */
type Edit = (text: string, ours: string | null) => string;

/** A save that went into the file we had just replaced, and the text we had put in its place. */
interface MissedSave {
  text: string;
  ours: string;
}

interface Replacement {
  path: string;
  directory: string;
  edit: Edit;
  isWhole: (text: string) => boolean;
}

/** The new text; a missed save to try again with; or null to just try again. */
function attempt(
  { path, directory, edit, isWhole }: Replacement,
  missed: MissedSave | null,
): string | MissedSave | null {
  const snapshot = takeSnapshot(path, directory);
  if (!snapshot) return missed;
  try {
    const current = snapshot.reading.text;
    if (!isWhole(current)) return missed;
    const text = editOver(current, missed, edit);
    if (text === current) return text;
    const temporary = writeTemporary(directory, text, { mode: Number(snapshot.reading.stats.mode) & 0o777 });
    if (!isUnchanged(path, snapshot.reading.stats)) {
      discard(temporary);
      return missed;
    }
    renameSync(temporary, path);
    flushDirectory(directory);
    const late = lateSave(snapshot, isWhole);
    return late === null ? text : { text: late, ours: text };
  } finally {
    if (snapshot.link) discard(snapshot.link);
  }
}

function editOver(current: string, missed: MissedSave | null, edit: Edit): string {
  // Keep what was appended to our text since then: the missed save does not contain it.
  if (missed && current.startsWith(missed.ours)) return edit(missed.text + current.slice(missed.ours.length), null);
  return edit(current, missed?.ours ?? null);
}

interface Snapshot {
  reading: FileReading;
  /** A hard link to the file as it was read; null if the file system has none. */
  link: string | null;
}

/** Null in the moment in which an editor replaces the file. */
function takeSnapshot(path: string, directory: string): Snapshot | null {
  const link = temporaryName(directory);
  try {
    linkSync(path, link);
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return waitOrFail(path);
    if (!isErrno(error, ...NO_HARD_LINKS)) throw error;
    return { reading: readRegularFile(path), link: null };
  }
  try {
    return { reading: readRegularFile(link, path), link };
  } catch (error) {
    discard(link);
    throw error;
  }
}

function waitOrFail(path: string): null {
  pause(20);
  if (lstatSync(path, { throwIfNoEntry: false })) return null;
  throw new ChronicleError('CHRONICLE_GONE', `${path} no longer exists. Nothing was written.`);
}

/** The text of a save that went into the file after it was read, or null. Waits for a half-written one. */
function lateSave({ reading, link }: Snapshot, isWhole: Replacement['isWhole']): string | null {
  if (!link || isUnchanged(link, reading.stats)) return null;
  for (let n = 0; n < LATE_LOOKS; n++) {
    const { text } = readRegularFile(link);
    if (isWhole(text)) return text;
    pause(RETRY_AFTER);
  }
  return null;
}
