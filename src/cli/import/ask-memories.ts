import { MEMORY_BATCHES } from '#src/import/imported-session.ts';
import { BATCHES } from '#src/import/memory-batch.ts';
import { type FiledProposals, type ProposedBatch, proposeBatch } from '#src/node/import/sources/propose-memories.ts';
import type { ImportOutcome, MemoryEntry } from '#src/node/import/sources/run-import.ts';
import { counted } from '#src/text/day.ts';
import { groupBy } from '#src/value/group-by.ts';
import { hasPerson, type Io } from '../terminal/io.ts';
import { say } from '../terminal/print.ts';

/**
 * Asks, batch by batch, which of the imported entries to propose as memories, and files the proposals. Without a person to
 * ask, all are filed: a proposal changes nothing until somebody approves it. Returns why some could not be filed.
 */
export async function askMemories(io: Io, { id, memories }: ImportOutcome): Promise<string[]> {
  if (id === null) return [];
  const filed: FiledProposals = { ids: [], faults: [] };
  for (const [directory, own] of groupBy(memories, (entry) => entry.directory)) {
    for (const batch of MEMORY_BATCHES) {
      const entries = own.filter((entry) => entry.batch === batch);
      const chosen = entries.length === 0 ? [] : await choose(io, { directory, batch, entries });
      if (chosen.length === 0) continue;
      const { ids, faults } = proposeBatch(io.world, id, { directory, batch, entries: chosen });
      filed.ids.push(...ids);
      filed.faults.push(...faults);
    }
  }
  if (filed.ids.length > 0)
    say(
      io,
      `${counted(filed.ids.length, 'proposal')} for Claude's memory filed. Nothing changes in memory until you run chronicle memory review.`,
    );
  return filed.faults;
}

async function choose(io: Io, { directory, batch, entries }: ProposedBatch): Promise<readonly MemoryEntry[]> {
  if (!hasPerson(io)) return entries;
  const project = entries[0]?.cwd.split(/[\\/]/).findLast((part) => part !== '') ?? directory;
  const { plural, description } = BATCHES[batch];
  const answer = await io.ask.choose(
    `${counted(entries.length, batch, plural)} of ${project}: ${description}. Propose as memories?`,
    [
      { value: 'all', label: 'all' },
      { value: 'each', label: 'ask about each' },
      { value: 'none', label: 'none' },
    ],
  );
  if (answer === 'all') return entries;
  if (answer !== 'each') return [];
  const chosen: MemoryEntry[] = [];
  for (const entry of entries) if (await io.ask.confirm(`${entry.text} (${entry.day})`, true)) chosen.push(entry);
  return chosen;
}
