/** The owner's archive, for commands that need whole sessions. */
import { type Archive, type ArchiveSnapshot, openArchive } from '../archive/archive.ts';
import { type Inbox, inboxOf } from '../archive/inbox.ts';
import { checkoutRules } from '../lib/checkout-rules.ts';
import { readConfig } from '../lib/config.ts';
import { pathsIn } from '../lib/env.ts';
import { clustersFile } from '#src/memory/clusters.ts';
import type { ProjectProposal } from '#src/memory/history.ts';
import { readDrafts } from '../posts/draft-files.ts';
import { ownRoots, sayEmpty } from './own-roots.ts';
import type { ScannedDraft } from './posts/scanned-drafts.ts';
import type { Io } from './terminal/io.ts';

/** The state of the owner's archive, read once. If it is empty, says so and what to do. */
export function ownSnapshot(io: Io): ArchiveSnapshot {
  return ownArchive(io).snapshot;
}

/** The owner's archive, read once, for commands that also read facts. If it is empty, says so and what to do. */
export function ownArchive(io: Io, roots: readonly string[] = ownRoots(io)): Archive {
  const paths = pathsIn(io.env);
  const owner = { root: paths.state, clusters: clustersFile(paths.clusters) };
  const { config } = readConfig(paths);
  const archive = openArchive({
    ...{ roots, machines: config.machines, rules: checkoutRules(config, io.env.home) },
    ...{ origin: 'own', addresses: paths.addresses, owner, watch: false },
  });
  const { snapshot } = archive;
  const faulty = snapshot.attention.filter(({ path }) => path !== paths.clusters);
  if (snapshot.sessions.length + faulty.length === 0) sayEmpty(io, paths, roots);
  return archive;
}

/**
 * What waits for a decision in the owner's archive, as the inbox of the site has it. Loads the scanner only for unpublished
 * drafts, and refuses them where it is not installed (CHRONICLE_NOT_INSTALLED).
 */
export async function ownInbox(io: Io, snapshot: ArchiveSnapshot): Promise<Inbox<ProjectProposal, ScannedDraft>> {
  const unpublished = readDrafts(pathsIn(io.env)).filter(({ settings }) => settings.published === '');
  const { memory } = snapshot;
  if (unpublished.length === 0) return inboxOf({ proposals: memory.proposals, drafts: [] });
  const { scannedDrafts } = await import('./posts/scanned-drafts.ts');
  const drafts = await scannedDrafts(io, snapshot, unpublished);
  return inboxOf({ proposals: memory.proposals, drafts });
}
