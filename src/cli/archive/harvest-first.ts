/**
 * What a command does before it asks the index where a session has gone on. Loaded only then: the bundle of quick commands does
 * not contain it, and gives such a command to the whole program.
 */
import { type GrownSession, harvestGrown } from '#src/transcript/harvest-grown.ts';
import { layoutIn } from '#src/lib/world.ts';
import type { Io } from '../terminal/io.ts';
import { leaveHarvests, patienceOf } from './fresh-archive.ts';

/** Reads what sessions have added to their transcripts. What takes longer is left to a process of its own. */
export async function harvestFirst({ world }: Io, grown: readonly GrownSession[], isScript: boolean): Promise<void> {
  const layout = layoutIn(world);
  try {
    const sessions = grown.map(({ session }) => session);
    const { left } = await harvestGrown(world, layout, { sessions, patience: patienceOf(isScript) });
    if (left.length > 0) await leaveHarvests(world, layout, left);
  } catch {
    // The command works without it, and doctor names transcripts that nothing has read.
  }
}
