import type { Io } from '#src/cli/terminal/io.ts';
import type { ArchiveSnapshot } from '#src/archive/archive.ts';
import { readScanContext } from '#src/posts/scan-context.ts';
import { readSeries } from '#src/posts/series/read-series.ts';
import { layoutIn } from '#src/lib/world.ts';
import type { Draft } from '#src/posts/drafts/draft.ts';
import { draftArchiveOf } from '#src/posts/export/draft-lookup.ts';
import { type PreparedDraft, prepareDraft } from '#src/posts/export/prepare-draft.ts';
import { type DraftNote, draftNote } from '#src/posts/narrative/draft-note.ts';

/** What the archive shows of a draft, and its findings. */
export type ScannedDraft = DraftNote & { prepared: PreparedDraft };

/** Scans drafts for what must not be published. Refuses an installation without its packages (CHRONICLE_NOT_INSTALLED). */
export async function scannedDrafts(
  { world }: Io,
  snapshot: ArchiveSnapshot,
  drafts: readonly Draft[],
): Promise<ScannedDraft[]> {
  const layout = layoutIn(world);
  const archive = draftArchiveOf(snapshot, readSeries(layout));
  const scanContext = await readScanContext(world, layout, snapshot);
  const prepared = await Promise.all(drafts.map((draft) => prepareDraft(draft, archive, scanContext)));
  return prepared.map((each) => ({ ...draftNote(each), prepared: each }));
}
