import type { ArchivePlace } from '#src/node/archive/displayed-archive.ts';
import { clustersFile } from '#src/node/memory/clusters-file.ts';
import { sampleDirectory } from '#src/node/package-root.ts';
import { postSources } from '#src/node/posts/post-sources.ts';
import { type Layout, layoutOf } from '#src/project/paths.ts';

/** Where the owner's archive is: Claude Code's directory, and further ones from the settings. */
export function ownPlace(layout: Layout, furtherRoots: readonly string[]): ArchivePlace {
  const owner = { root: layout.state, clusters: clustersFile(layout.clusters), posts: postSources(layout) };
  return { roots: [layout.projects, ...furtherRoots], owner };
}

/** Where the sample is, which is laid out like the owner's archive. */
export function samplePlace(): ArchivePlace {
  return ownPlace(layoutOf(sampleDirectory()), []);
}
