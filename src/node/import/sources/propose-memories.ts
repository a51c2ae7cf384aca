import type { MemoryBatch } from '#src/import/imported-session.ts';
import { BATCHES, batchMemory, MOST_IN_BATCH } from '#src/import/memory-batch.ts';
import { EvidenceReader } from '#src/node/memory/evidence.ts';
import { withProposals } from '#src/node/memory/memory-lock.ts';
import { MemoryState } from '#src/node/memory/memory-state.ts';
import { readProposals } from '#src/node/memory/proposals-file.ts';
import { changeFaults } from '#src/node/memory/propose.ts';
import { reopenProposals, storeProposals } from '#src/node/memory/store-proposals.ts';
import { layoutIn, type World } from '#src/node/world.ts';
import { memoryPlace } from '#src/project/paths.ts';
import { noteProposals } from './import-record.ts';
import type { MemoryEntry } from './run-import.ts';

/** Notes of one project and batch, of which a person wants all or some as a memory. */
export interface ProposedBatch {
  directory: string;
  batch: MemoryBatch;
  entries: readonly MemoryEntry[];
}

/** What became of a batch. */
export interface FiledProposals {
  ids: string[];
  /** Why some could not be filed, in sentences. */
  faults: string[];
}

/**
 * Files a batch as proposals of new memories, and enters them in the record of the import. Nothing changes in memory until a
 * person approves them with `chronicle memory review`.
 */
export function proposeBatch(world: World, run: string, { directory, batch, entries }: ProposedBatch): FiledProposals {
  const layout = layoutIn(world);
  const place = memoryPlace(layout, directory);
  const evidence = new EvidenceReader(world, layout);
  const filed: FiledProposals = { ids: [], faults: [] };
  const closed: string[] = [];
  withProposals(place, () => {
    const state = new MemoryState(place);
    const open = readProposals(place).proposals.filter((each) => each.state === 'open');
    const taken = new Set([...state.names, ...open.map(({ file }) => file)]);
    for (let from = 0; from < entries.length; from += MOST_IN_BATCH) {
      const part = entries.slice(from, from + MOST_IN_BATCH);
      const events = part.map(({ reference }) => reference).filter((each) => !('fault' in evidence.find(each, '')));
      const session = part.at(-1)?.reference.split('#')[0] ?? '';
      const change = { action: 'NEW' as const, ...batchMemory(batch, part, taken) };
      const faults = changeFaults(state, change).map(({ fault }) => `${change.file}: ${fault}`);
      filed.faults.push(...faults);
      if (faults.length > 0) continue;
      taken.add(change.file);
      const reason = `Imported from Mind: ${part.length} ${part.length === 1 ? batch : BATCHES[batch].plural}.`;
      for (const { proposal } of storeProposals(place, session, state, [{ ...change, events, reason }], world.now())) {
        filed.ids.push(proposal.id);
        // It was skipped when an earlier import was undone.
        if (proposal.state === 'skipped') closed.push(proposal.id);
      }
    }
  });
  if (closed.length > 0) reopenProposals(place, closed);
  if (filed.ids.length > 0) noteProposals(layout, run, { project: directory, ids: filed.ids });
  return filed;
}
