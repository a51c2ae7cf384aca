import { writeMemoryIndex } from '#src/memory/write-memory-index.ts';
import { layoutIn } from '#src/lib/world.ts';
import { sentenceOf } from '#src/lib/chronicle-error.ts';
import { ownSnapshot } from '../own-archive.ts';
import type { Io } from '../terminal/io.ts';
import { say } from '../terminal/print.ts';

/** Updates the lookup that hooks use after a memory change. A failure is reported, and the change stays. */
export function refreshMemoryIndex(io: Io): void {
  try {
    writeMemoryIndex(layoutIn(io.world), ownSnapshot(io));
  } catch (error) {
    say(io, `The memory was changed, but the index that hooks use could not be updated: ${sentenceOf(error)}`);
  }
}
