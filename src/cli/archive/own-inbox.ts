import { type Inbox, inboxOf } from '#src/archive/inbox.ts';
import type { ScannedDraft } from '#src/cli/posts/drafts/scanned-drafts.ts';
import type { Io } from '#src/cli/terminal/io.ts';
import type { ProjectProposal } from '#src/memory/ledger/memory-history.ts';
import type { ArchiveSnapshot } from '#src/archive/archive.ts';
import { readDrafts } from '#src/posts/drafts/read-drafts.ts';
import { layoutIn } from '#src/lib/world.ts';

/**
 * What waits for a decision in the owner's archive, as the inbox of the site has it. Loads the scanner only for unpublished
 * drafts, and refuses them where it is not installed (CHRONICLE_NOT_INSTALLED).
 */
export async function ownInbox(io: Io, snapshot: ArchiveSnapshot): Promise<Inbox<ProjectProposal, ScannedDraft>> {
  const unpublished = readDrafts(layoutIn(io.world)).filter(({ settings }) => settings.published === null);
  const { memory } = snapshot;
  if (unpublished.length === 0) return inboxOf({ proposals: memory.proposals, drafts: [] });
  const { scannedDrafts } = await import('#src/cli/posts/drafts/scanned-drafts.ts');
  const drafts = await scannedDrafts(io, snapshot, unpublished);
  return inboxOf({ proposals: memory.proposals, drafts });
}
