import { writeMemoryIndex } from '#src/node/memory/write-memory-index.ts';
import { layoutIn } from '#src/node/world.ts';
import { sentenceOf } from '#src/project/chronicle-error.ts';
import { ownSnapshot } from '../archive/own-archive.ts';
import type { Io } from '../terminal/io.ts';
import { say } from '../terminal/print.ts';

/** Lets hooks know of memories what the archive knows after a change. What goes wrong is said; the change stands. */
export function refreshMemoryIndex(io: Io): void {
  try {
    writeMemoryIndex(layoutIn(io.world), ownSnapshot(io));
  } catch (error) {
    say(io, `The change stands, but what hooks know of memories was not brought up to date: ${sentenceOf(error)}`);
  }
}
