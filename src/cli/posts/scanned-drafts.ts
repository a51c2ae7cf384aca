import type { ArchiveSnapshot } from '#src/archive/archive.ts';
import type { Io } from '#src/cli/terminal/io.ts';
import { pathsIn } from '#src/lib/env.ts';
import type { Draft } from '#src/posts/draft.ts';
import { type DraftNote, draftNote } from '#src/posts/draft-state.ts';
import { draftArchiveOf, type PreparedDraft, prepareDraft, readScanContext } from '#src/posts/posts.ts';

/** What the archive shows of a draft, and its findings. */
export type ScannedDraft = DraftNote & { prepared: PreparedDraft };

/** Scans drafts for what must not be published. Refuses an installation without its packages (CHRONICLE_NOT_INSTALLED). */
export async function scannedDrafts(
  { env }: Io,
  snapshot: ArchiveSnapshot,
  drafts: readonly Draft[],
): Promise<ScannedDraft[]> {
  const scanContext = await readScanContext(env, pathsIn(env), snapshot);
  const archive = draftArchiveOf(snapshot, drafts);
  const prepared = await Promise.all(drafts.map((draft) => prepareDraft(draft, archive, scanContext)));
  return prepared.map((each) => ({ ...draftNote(each), prepared: each }));
}
