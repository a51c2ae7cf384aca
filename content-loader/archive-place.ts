import type { Place } from '#src/node/archive/shown-archive.ts';
import { clustersFile } from '#src/node/memory/clusters-file.ts';
import { sampleDirectory } from '#src/node/package-root.ts';
import { type Layout, layoutOf } from '#src/project/paths.ts';

/** Where the owner's archive lies: Claude Code's directory, and further ones from the settings. */
export function ownPlace(layout: Layout, furtherRoots: readonly string[]): Place {
  return { roots: [layout.projects, ...furtherRoots], clusters: clustersFile(layout.clusters) };
}

/** Where the sample lies, which is laid out as the owner's. */
export function samplePlace(): Place {
  return ownPlace(layoutOf(sampleDirectory()), []);
}
