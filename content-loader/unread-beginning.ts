import { READ } from '#src/node/disk/open-flags.ts';
import { readBeginning } from '#src/node/disk/read-file.ts';

/** Far more than front matter has (bytes). */
const BEGINNING = 16 * 1024;

/** The beginning of a file that the archive could not read; empty if that cannot be read either. Follows no link. */
export function unreadBeginning(path: string): string {
  return readBeginning(path, BEGINNING, READ) ?? '';
}
