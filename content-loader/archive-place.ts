import type { CheckoutRules } from '#src/lib/project.ts';
import type { ArchivePlace } from '#src/archive/archive.ts';
import { type Config, DEFAULTS } from '#src/lib/config.ts';
import { clustersFile } from '#src/memory/clusters.ts';
import { sampleDirectory } from '#src/lib/package-root.ts';
import { draftSources } from '#src/posts/draft-files.ts';
import { type Paths, pathsOf } from '#src/lib/paths.ts';

/** What the owner's settings say of the archive. */
export interface ArchiveSettings extends Pick<Config, 'roots' | 'machines'> {
  rules?: CheckoutRules;
}

/** The place of the owner's archive: Claude Code's directory and further roots from the settings. */
export function ownPlace(paths: Paths, { roots, machines, rules }: ArchiveSettings): ArchivePlace {
  const owner = { root: paths.state, clusters: clustersFile(paths.clusters), drafts: draftSources(paths) };
  return { roots: [paths.projects, ...roots], machines, rules, addresses: paths.addresses, owner };
}

/** The place of the sample, which has the same layout. */
export function samplePlace(): ArchivePlace {
  // Nothing is written to the sample.
  return { ...ownPlace(pathsOf(sampleDirectory()), DEFAULTS), addresses: undefined };
}
