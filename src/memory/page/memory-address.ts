import { memoryAddress, memorySegment } from '#src/lib/text/page-address.ts';
import type { MemoryHistory } from '../history.ts';

/** Each page is a directory, and file systems allow names of 255 bytes. */
const LONGEST = 255;

/**
 * The page of a memory. Null if it is only named, unknown to the ledger and the disk, or if its name is too long.
 */
export function memoryPageAddress({ project, file, born }: MemoryHistory): string | null {
  const length = new TextEncoder().encode(memorySegment(file)).length;
  return born && length <= LONGEST ? memoryAddress(project.slug, file) : null;
}
