import { closeSync, constants, copyFileSync, fsyncSync, linkSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { isErrno, NO_HARD_LINKS } from '#src/project/chronicle-error.ts';
import { asBytes } from '../disk/latin1.ts';
import { CREATE_NEW } from '../disk/open-flags.ts';
import { discard, flushDirectory, namingFile, writeAll, writeTemporary } from './work-directory.ts';

/**
 * Creates a file under the first free name of `nameOf(1)`, `nameOf(2)`, … and returns that name. The file appears complete
 * or not at all, and never replaces a file or follows a link.
 */
export function createFile(directory: string, nameOf: (n: number) => string, text: string): string {
  const bytes = asBytes(text);
  const temporary = namingFile(`${directory}/${nameOf(1)}`, directory, () => writeTemporary(directory, bytes));
  try {
    for (let n = 1; ; n++) {
      const name = nameOf(n);
      if (placeAt(`${directory}/${name}`, temporary, bytes)) {
        flushDirectory(directory);
        return name;
      }
    }
  } finally {
    discard(temporary);
  }
}

/** Links a finished file to a path; false if the path is taken. Without hard links, writes the content in one write instead. */
export function placeAt(path: string, temporary: string, bytes: string): boolean {
  try {
    namingFile(path, dirname(path), () => linkSync(temporary, path));
    return true;
  } catch (error) {
    if (isErrno(error, 'EEXIST')) return false;
    if (!isErrno(error, ...NO_HARD_LINKS)) throw error;
  }
  try {
    const file = openSync(path, CREATE_NEW, 0o600);
    try {
      writeAll(file, Buffer.from(bytes, 'latin1'));
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    return true;
  } catch (error) {
    if (isErrno(error, 'EEXIST')) return false;
    throw error;
  }
}

/**
 * The same for a file of any size; fails with EEXIST if the path is taken. Without hard links, the file is copied, and a
 * process that is killed meanwhile leaves a part of it.
 */
export function linkOrCopy(temporary: string, path: string): void {
  try {
    linkSync(temporary, path);
    return;
  } catch (error) {
    if (!isErrno(error, ...NO_HARD_LINKS)) throw error;
  }
  copyFileSync(temporary, path, constants.COPYFILE_EXCL);
  const file = openSync(path, 'r+');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
