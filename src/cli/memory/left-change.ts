import { projectsIn } from '#src/node/disk/projects.ts';
import { pendingChange } from '#src/node/memory/change-journal.ts';
import { finishLeftChange } from '#src/node/memory/memory-lock.ts';
import { layoutIn } from '#src/node/world.ts';
import { sentenceOf } from '#src/project/chronicle-error.ts';
import { type MemoryPlace, memoryPlace } from '#src/project/paths.ts';
import type { Io } from '../terminal/io.ts';
import { say } from '../terminal/print.ts';
import { isInSession } from './consent.ts';

/** Completes a change that a killed process left. In an agent's session it only says so: a person decides there. */
export function finishOrName(io: Io, place: MemoryPlace): void {
  if (!isInSession(io.world)) finishLeftChange(place);
  else if (pendingChange(place) !== null) {
    say(io, 'A memory change was left half-done. Ask the person to run chronicle memory review in a terminal.');
  }
}

/** The same for all projects, for commands that only read: what cannot be completed is said, and they go on. */
export function finishOrNameAll(io: Io): void {
  const layout = layoutIn(io.world);
  for (const { directory } of projectsIn(layout.projects)) {
    try {
      finishOrName(io, memoryPlace(layout, directory));
    } catch (error) {
      say(io, sentenceOf(error));
    }
  }
}
