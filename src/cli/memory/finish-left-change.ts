import { projectsIn } from '#src/format/projects.ts';
import type { MayComplete } from '#src/memory/change.ts';
import type { Change } from '#src/memory/change-journal.ts';
import { type Sides, textOf } from '#src/memory/file-bytes.ts';
import { completeLeftChange, findLeftChange } from '#src/memory/memory-lock.ts';
import { unifiedDiff } from '#src/lib/unified-diff.ts';
import { layoutIn } from '#src/lib/world.ts';
import { sentenceOf } from '#src/lib/chronicle-error.ts';
import { type MemoryPlace, memoryPlace } from '#src/lib/paths.ts';
import { hasPerson, type Io } from '../terminal/io.ts';
import { printResult, say } from '../terminal/print.ts';
import { isInSession } from './consent.ts';

/**
 * Completes a change that a killed process left half-done, if the person agrees: everything that shows what was begun is in
 * files that an agent could have written. `isAgreed` tells what the person has agreed to with this command. Without a person,
 * and in an agent's session, it only says so.
 */
export async function finishOrName(io: Io, place: MemoryPlace, isAgreed: MayComplete = () => false): Promise<void> {
  const left = findLeftChange(place);
  if (left?.kind === 'foreign') {
    say(
      io,
      `${place.pending} names a memory change that fits no proposal, so it is not one that chronicle began. It was left alone. Delete the file, and check the memories with chronicle memory list.`,
    );
  }
  if (left?.kind !== 'begun') return;
  const { record } = left.change;
  if (isInSession(io.world)) {
    say(io, `${begun(left.change)} Ask the person to run chronicle memory review in a terminal.`);
  } else if (isAgreed(record)) {
    completeLeftChange(place, isAgreed);
  } else if (!hasPerson(io)) {
    say(io, `${begun(left.change)} Run chronicle memory review in a terminal: it asks whether to complete it.`);
  } else {
    printResult(io, `${begun(left.change)} This is the whole change:\n\n${diffsOf(left.change)}`);
    if (await io.ask.confirm('Complete it, as approved by you?', false))
      completeLeftChange(place, (found) => JSON.stringify(found) === JSON.stringify(record));
    else say(io, `It was left as it is. If you did not approve it, delete ${place.pending}, and check the memory.`);
  }
}

/** The same for all projects, for commands that only read: what cannot be completed is said, and they go on. */
export async function finishOrNameAll(io: Io): Promise<void> {
  const layout = layoutIn(io.world);
  for (const { directory } of projectsIn(layout.projects)) {
    try {
      await finishOrName(io, memoryPlace(layout, directory));
    } catch (error) {
      say(io, sentenceOf(error));
    }
  }
}

function begun({ record: { proposal, file } }: Change): string {
  return `The change ${proposal} of the memory ${file} was begun and not completed.`;
}

function diffsOf({ record, memory, index }: Change): string {
  return [diffOf(record.file, memory), ...(index ? [diffOf('MEMORY.md', index)] : [])].join('\n');
}

/** What a change does to a file. */
export function diffOf(file: string, { before, after }: Sides): string {
  return unifiedDiff(file, textOf(before), textOf(after));
}
