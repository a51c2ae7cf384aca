/**
 * What a command needs of the whole archive where the index is not enough. Loaded only then: the bundle of quick commands does
 * not contain it, and gives such a command to the whole program.
 */
import { join } from 'node:path';
import { type GrownSession, harvestGrown } from '#src/node/import/harvest-grown.ts';
import { INDEXER } from '#src/node/install/package-files.ts';
import { packageRoot } from '#src/node/package-root.ts';
import { ArchiveFinder, type Finder } from '#src/node/recall/finder.ts';
import type { NoIndex } from '#src/node/recall/index-file.ts';
import { NO_HARVEST, startIndexer } from '#src/node/record/start-harvester.ts';
import { layoutIn } from '#src/node/world.ts';
import type { Io } from '../terminal/io.ts';
import { freshArchive, leaveHarvests, patienceOf } from './fresh-archive.ts';
import { ownArchive } from './own-archive.ts';

interface WholeOptions {
  roots: readonly string[];
  isScript: boolean;
  isFresh: boolean;
}

/** Finds by reading all files. An empty archive is said so. */
export async function wholeFinder(io: Io, why: NoIndex | null, options: WholeOptions): Promise<Finder> {
  const { roots, isScript, isFresh } = options;
  const { world } = io;
  if (why === 'behind' && !world.env[NO_HARVEST])
    await startIndexer(join(packageRoot(), INDEXER), layoutIn(world), world).catch(() => {});
  return new ArchiveFinder(isFresh ? await freshArchive(io, { isScript, roots }) : ownArchive(io, roots));
}

/** Reads what sessions have added to their transcripts. What takes longer is left to a process of its own. */
export async function harvestInto({ world }: Io, grown: readonly GrownSession[], isScript: boolean): Promise<void> {
  const layout = layoutIn(world);
  try {
    const sessions = grown.map(({ session }) => session);
    const { left } = await harvestGrown(world, layout, { sessions, patience: patienceOf(isScript) });
    if (left.length > 0) await leaveHarvests(world, layout, left);
  } catch {
    // The command works without it, and doctor names transcripts that nothing has read.
  }
}
