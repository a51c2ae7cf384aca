import type { MemoryVerb } from '#src/memory/proposals/shown.ts';
import { readProposals } from '#src/memory/proposals-file.ts';
import { digestToShow } from '#src/memory/require-shown.ts';
import { showProposals } from '#src/memory/show-proposal.ts';
import { layoutIn, type World } from '#src/lib/world.ts';
import { ChronicleError, isErrno } from '#src/lib/chronicle-error.ts';
import { memoryPlace } from '#src/lib/paths.ts';
import { printable } from '#src/lib/text/printable.ts';
import { diffLines } from './proposal-diff.ts';

/** An open proposal as it would change the files now. */
export interface ShownProposal {
  /** The lines of the diff, then those of MEMORY.md. What would hide or reorder text is spelled out. */
  diff: string[];
  /** The file has changed since it was proposed, so it cannot be applied. */
  isOutdated: boolean;
  /** The digests of what is shown, by what a person can do with it. */
  shown: Record<Exclude<MemoryVerb, 'undo'>, string>;
}

/**
 * An open proposal of a project as it would change the files now; null if it is no longer open, or its files cannot be read.
 * Read from the disk: the digests are for exactly what is shown.
 */
export function shownProposal(world: World, directory: string, id: string): ShownProposal | null {
  try {
    return read(world, directory, id);
  } catch (error) {
    if (error instanceof ChronicleError || isErrno(error, 'ELOOP', 'EISDIR', 'EMLINK', 'EACCES')) return null;
    throw error;
  }
}

function read(world: World, directory: string, id: string): ShownProposal | null {
  const place = memoryPlace(layoutIn(world), directory);
  for (;;) {
    const shown = { apply: digestToShow(place, 'apply', [id]), skip: digestToShow(place, 'skip', [id]) };
    const proposal = readProposals(place).proposals.find((each) => each.id === id && each.state === 'open');
    // The page shows the evidence itself.
    const [read] = proposal ? showProposals(world, place, [{ ...proposal, events: [] }]) : [];
    if (!read) return null;
    // Somebody may have written a file meanwhile.
    if (digestToShow(place, 'apply', [id]) !== shown.apply) continue;
    const { removed, added } = read.index;
    const index = [...removed.map((line) => `-MEMORY.md: ${line}`), ...added.map((line) => `+MEMORY.md: ${line}`)];
    return { diff: [...diffLines(read.diff), ...index].map(printable), isOutdated: read.isOutdated, shown };
  }
}
