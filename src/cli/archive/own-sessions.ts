import type { ArchiveSnapshot } from '#src/node/archive/archive.ts';
import { openArchive } from '#src/node/archive/open-archive.ts';
import { clustersFile } from '#src/node/memory/clusters-file.ts';
import { layoutIn, realWorld } from '#src/node/world.ts';
import { say } from '../output.ts';
import { furtherRoots } from './own-archive.ts';

/** The owner's archive, read once. Says so where it is empty, and where else there is something to see. */
export function ownSnapshot(): ArchiveSnapshot {
  const layout = layoutIn(realWorld());
  const roots = [layout.projects, ...furtherRoots(layout)];
  const clusters = clustersFile(layout.clusters);
  const { snapshot } = openArchive({ roots, origin: 'own', clusters, watch: false });
  const faulty = snapshot.attention.filter(({ path }) => path !== clusters.path);
  if (snapshot.sessions.length + faulty.length === 0) {
    say(
      `There are no chronicles in ${roots.join(', ')} yet. The first appears when Claude Code starts with the hooks installed; \`chronicle dev --sample\` shows a sample.`,
    );
  }
  return snapshot;
}
