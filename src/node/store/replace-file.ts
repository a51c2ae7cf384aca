import { linkSync, lstatSync, renameSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { ChronicleError, isErrno, NO_HARD_LINKS } from '#src/project/chronicle-error.ts';
import { type FileReading, readRegularFile } from '../disk/read-file.ts';
import { hasFrontMatter, isUnchanged } from './append-file.ts';
import { withLock } from './lock.ts';
import { pause } from './pause.ts';
import { discard, flushDirectory, temporaryName, writeTemporary } from './work-directory.ts';

const RETRY_AFTER = 2;
/** An editor fills the file it emptied at once; one that does not has been killed. */
const LATE_LOOKS = 50;

/**
 * Replaces a file by `edit` of it, both Latin-1, and returns the new text. The file is the old one
 * or the new one at every moment, also if this process is killed.
 *
 * A rename alone loses more of what others save meanwhile than writing in place does, so it takes a
 * lock, a comparison and a second look. A save by somebody else is seen in two ways: the file differs
 * from what was read (then the edit starts over), or the save went into the old file in the instant of
 * the rename (a link keeps that file in sight; its text is taken and edited again). What remains is a
 * save that begins before the rename and ends after the second look. `isWhole` says of a text whether
 * it is not one that is being written. Refuses (CHRONICLE_RESTLESS) after `patience` ms.
 */
export function replaceFile(path: string, patience: number, edit: Edit, isWhole = hasFrontMatter): string {
  const deadline = Date.now() + patience;
  const directory = dirname(path);
  return withLock(directory, basename(path), patience, () => {
    for (let missed: MissedSave | null = null; ; pause(RETRY_AFTER)) {
      const outcome = attempt({ path, directory, edit, isWhole }, missed);
      if (typeof outcome === 'string') return outcome;
      missed = outcome;
      if (Date.now() > deadline)
        throw new ChronicleError('CHRONICLE_RESTLESS', `${path} is being rewritten all the time. Nothing was written.`);
    }
  });
}

/**
 * The edited text. `ours` is what this call has already put in the file's place, if somebody has
 * saved since then: perhaps an older copy, perhaps one with our edit in it.
 */
type Edit = (text: string, ours: string | null) => string;

/** A save that landed in the file we replaced, and what we had put in that file's place. */
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

/** The new text; or a save to do it again with, or null to just do it again. */
function attempt(
  { path, directory, edit, isWhole }: Replacement,
  missed: MissedSave | null,
): string | MissedSave | null {
  const held = hold(path, directory);
  if (!held) return missed;
  try {
    const current = held.reading.text;
    if (!isWhole(current)) return missed;
    const text = editOver(current, missed, edit);
    if (text === current) return text;
    const temporary = writeTemporary(directory, text, { mode: Number(held.reading.stats.mode) & 0o777 });
    if (!isUnchanged(path, held.reading.stats)) {
      discard(temporary);
      return missed;
    }
    renameSync(temporary, path);
    flushDirectory(directory);
    const late = lateSave(held, isWhole);
    return late === null ? text : { text: late, ours: text };
  } finally {
    if (held.link) discard(held.link);
  }
}

function editOver(current: string, missed: MissedSave | null, edit: Edit): string {
  // What was appended to ours since then is not in the missed save.
  if (missed && current.startsWith(missed.ours)) return edit(missed.text + current.slice(missed.ours.length), null);
  return edit(current, missed?.ours ?? null);
}

interface Held {
  reading: FileReading;
  /** A second name for the file as it was read; null where the file system has no links. */
  link: string | null;
}

/** Null in the moment in which an editor has taken the file away to put another in its place. */
function hold(path: string, directory: string): Held | null {
  const link = temporaryName(directory);
  try {
    linkSync(path, link);
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return waitOrFail(path);
    if (!isErrno(error, ...NO_HARD_LINKS)) throw error;
    return { reading: readRegularFile(path), link: null };
  }
  try {
    return { reading: readRegularFile(link), link };
  } catch (error) {
    discard(link);
    throw error;
  }
}

function waitOrFail(path: string): null {
  pause(20);
  if (lstatSync(path, { throwIfNoEntry: false })) return null;
  throw new ChronicleError('CHRONICLE_GONE', `${path} is gone. Nothing was written.`);
}

/** The text of a save that went into the file after it was read, or null. A half-written one is waited for. */
function lateSave({ reading, link }: Held, isWhole: Replacement['isWhole']): string | null {
  if (!link || isUnchanged(link, reading.stats)) return null;
  for (let n = 0; n < LATE_LOOKS; n++) {
    const { text } = readRegularFile(link);
    if (isWhole(text)) return text;
    pause(RETRY_AFTER);
  }
  return null;
}
