import { memoryAddress, memorySegment } from '#src/text/page-address.ts';
import type { MemoryHistory } from '../ledger/memory-history.ts';

/** A directory is made for each page, and disks bear names of 255 bytes. */
const LONGEST = 255;

/**
 * The page of a memory. Null for one that is only named, of which ledger and disk know nothing, and for a name that is
 * too long for one.
 */
export function memoryPageAddress({ project, file, born }: MemoryHistory): string | null {
  const length = new TextEncoder().encode(memorySegment(file)).length;
  return born && length <= LONGEST ? memoryAddress(project.slug, file) : null;
}
