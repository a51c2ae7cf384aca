import { accessSync, constants } from 'node:fs';
import { preparedRoot } from '#content-loader/site-root.ts';
import { makeDirectory } from '#src/node/store/make-directory.ts';
import { ChronicleError, isErrno, sentenceOf } from '#src/project/chronicle-error.ts';
import { type Layout, PAGES_FOLDER } from '#src/project/paths.ts';

/** The directory in which pages are compiled and kept. Refuses one that cannot be created (CHRONICLE_READ_ONLY). */
export function pageRoot(layout: Layout): string {
  return writing(() => {
    // Node's recursive mkdir says ENOENT where a parent is read-only.
    makeDirectory(`${layout.cache}/${PAGES_FOLDER}`);
    return preparedRoot(layout);
  });
}

/** Refuses a directory in which nothing can be written (CHRONICLE_READ_ONLY). */
export function requireWritable(directory: string): void {
  writing(() => accessSync(directory, constants.W_OK));
}

function writing<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (!isErrno(error, 'EROFS', 'EACCES', 'EPERM')) throw error;
    throw new ChronicleError(
      'CHRONICLE_READ_ONLY',
      `${sentenceOf(error)} Pages are compiled and kept there: make it writable, then run this again. Nothing was written.`,
    );
  }
}
