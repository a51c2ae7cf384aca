import { dirname, join } from 'node:path';
import type { Archive } from '#src/archive/archive.ts';
import { type GrownOptions, type GrownResult, harvestGrown } from '#src/transcript/harvest-grown.ts';
import { packageRoot } from '#src/lib/package-root.ts';
import { startHarvester } from '#src/record/start-harvester.ts';
import { queuedAt, queueHarvest } from '#src/record/harvest-queue.ts';
import { layoutIn, type World } from '#src/lib/world.ts';
import { factsPath, type Layout } from '#src/lib/paths.ts';
import type { Io } from '../terminal/io.ts';
import { ownArchive } from './own-archive.ts';
import { ownRoots } from './own-roots.ts';

/** How long a command reads what sessions have added to their transcripts (ms). A script gets its answer sooner. */
const PATIENCE = { person: 500, script: 100 };

/** How long a command reads what sessions have added (ms). */
export function patienceOf(isScript: boolean): number {
  return isScript ? PATIENCE.script : PATIENCE.person;
}

/** The most sessions that are left to a process of its own at once; the next command leaves more. */
const MOST_LEFT = 100;

/**
 * The owner's archive, with what the transcripts of its sessions show by now. Sessions that would take longer are left to a
 * process of its own, and appear in a later command. If that fails, the archive is shown as it is.
 */
export async function freshArchive(
  io: Io,
  { isScript = false, roots = ownRoots(io) }: { isScript?: boolean; roots?: readonly string[] } = {},
): Promise<Archive> {
  const archive = ownArchive(io, roots);
  const { world } = io;
  const layout = layoutIn(world);
  try {
    const { left } = await harvestInto(archive, world, layout, { patience: patienceOf(isScript) });
    if (left.length > 0) await leaveHarvests(world, layout, left);
  } catch {
    // The command works without it, and doctor names transcripts that nothing has read.
  }
  return archive;
}

/** Harvests the sessions that have grown, and shows the result in the archive. */
export async function harvestInto(
  archive: Archive,
  world: World,
  layout: Layout,
  options: Omit<GrownOptions, 'sessions'>,
): Promise<GrownResult> {
  const { sessions } = archive.snapshot;
  const result = await harvestGrown(world, layout, { sessions, ...options });
  archive.refresh(...result.changed.flatMap((path) => [path, dirname(factsPath(path)), factsPath(path)]));
  return result;
}

/** Hands sessions over to the process that reads transcripts after sessions. */
export async function leaveHarvests(world: World, layout: Layout, sessions: GrownResult['left']): Promise<void> {
  for (const { id } of sessions.slice(0, MOST_LEFT))
    if (queuedAt(layout, id) === null) queueHarvest(layout, id, {}, world.now());
  await startHarvester(join(packageRoot(), 'hooks/dist/harvest.mjs'), world, layout, () => {});
}
