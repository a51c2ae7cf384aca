import type { Archive, ArchiveSnapshot } from '#src/archive/archive.ts';
import { openArchive } from '#src/archive/open-archive.ts';
import { checkoutRules } from '#src/lib/checkout-rules.ts';
import { readConfig } from '#src/lib/config.ts';
import { clustersFile } from '#src/memory/clusters-file.ts';
import { layoutIn } from '#src/lib/world.ts';
import type { Io } from '../terminal/io.ts';
import { sayEmpty } from './empty-archive.ts';
import { ownRoots } from './own-roots.ts';

/** The state of the owner's archive, read once. If it is empty, says so and what to do. */
export function ownSnapshot(io: Io): ArchiveSnapshot {
  return ownArchive(io).snapshot;
}

/** The owner's archive, read once, for commands that also read facts. If it is empty, says so and what to do. */
export function ownArchive(io: Io, roots: readonly string[] = ownRoots(io)): Archive {
  const layout = layoutIn(io.world);
  const owner = { root: layout.state, clusters: clustersFile(layout.clusters) };
  const { config } = readConfig(layout);
  const archive = openArchive({
    ...{ roots, machines: config.machines, rules: checkoutRules(config, io.world.home) },
    ...{ origin: 'own', owner, watch: false },
  });
  const { snapshot } = archive;
  const faulty = snapshot.attention.filter(({ path }) => path !== layout.clusters);
  if (snapshot.sessions.length + faulty.length === 0) sayEmpty(io, layout, roots);
  return archive;
}
