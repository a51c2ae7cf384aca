import { writeMemoryIndex } from '#src/node/memory/write-memory-index.ts';
import { layoutIn, type World } from '#src/node/world.ts';
import { sentenceOf } from '#src/project/chronicle-error.ts';
import { ownSnapshot } from '../archive/own-sessions.ts';
import { say } from '../output.ts';

/** Lets hooks know of memories what the archive knows after a change. What goes wrong is said; the change stands. */
export function refreshMemoryIndex(world: World): void {
  try {
    writeMemoryIndex(layoutIn(world), ownSnapshot());
  } catch (error) {
    say(`The change stands, but what hooks know of memories was not brought up to date: ${sentenceOf(error)}`);
  }
}
