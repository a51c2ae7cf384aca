import type { ArchiveSnapshot } from '#src/node/archive/archive.ts';
import { openArchive } from '#src/node/archive/open-archive.ts';
import { readConfig } from '#src/node/config.ts';
import { configRemarks } from '#src/node/doctor/config-remarks.ts';
import { clustersFile } from '#src/node/memory/clusters-file.ts';
import { layoutIn } from '#src/node/world.ts';
import type { Layout } from '#src/project/paths.ts';
import type { Io } from '../terminal/io.ts';
import { say } from '../terminal/print.ts';

/** The directories beside Claude Code's that hold chronicles; says what the settings have that is of no use. */
export function furtherRoots(io: Io, layout: Layout): string[] {
  const settings = readConfig(layout);
  for (const remark of configRemarks(layout, settings, io.world.home)) say(io, remark);
  return settings.config.roots;
}

/** The owner's archive, read once. Says so where it is empty, and where else there is something to see. */
export function ownSnapshot(io: Io): ArchiveSnapshot {
  const layout = layoutIn(io.world);
  const roots = [layout.projects, ...furtherRoots(io, layout)];
  const owner = { root: layout.state, clusters: clustersFile(layout.clusters) };
  const { snapshot } = openArchive({ roots, origin: 'own', owner, watch: false });
  const faulty = snapshot.attention.filter(({ path }) => path !== layout.clusters);
  if (snapshot.sessions.length + faulty.length === 0) {
    say(
      io,
      `There are no chronicles in ${roots.join(', ')} yet. The first appears when Claude Code starts with the hooks installed; \`chronicle dev --sample\` shows a sample.`,
    );
  }
  return snapshot;
}
