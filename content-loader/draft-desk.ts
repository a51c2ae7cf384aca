import type { ArchiveSnapshot } from '#src/node/archive/archive.ts';
import { readSeries } from '#src/node/posts/series/read-series.ts';
import type { World } from '#src/node/world.ts';
import type { PreparedDraft } from '#src/posts/export/prepare-draft.ts';
import { type Outline, outlineOf } from '#src/posts/series/outline.ts';
import type { Series } from '#src/posts/series/series.ts';
import type { Desk } from './current-drafts.ts';
import { directoriesIn, stampOf } from './directory-stamp.ts';
import { type DraftPlace, draftPlace } from './draft-place.ts';

/**
 * Opens the desk beside an archive. Pages ask at every request, so what was worked out is kept until a file of drafts or
 * series, the names that are not published, or the archive changes; what makes a post is loaded with the first draft.
 */
export function openDesk(snapshotNow: () => ArchiveSnapshot, { isDev, world }: { isDev: boolean; world: World }): Desk {
  let drafts: Kept<Promise<PreparedDraft[]>> | undefined;
  let series: Kept<Series[]> | undefined;
  let outlines: Kept<Promise<Outline[]>> | undefined;
  const seriesOf = (snapshot: ArchiveSnapshot, place: DraftPlace) => {
    const stamp = stampOf(place.layout.series);
    if (series?.stamp !== stamp || series.snapshot !== snapshot)
      series = { snapshot, stamp, value: readSeries(place.layout) };
    return series.value;
  };
  return {
    async drafts() {
      const snapshot = snapshotNow();
      const place = draftPlace(snapshot, world);
      const { layout } = place;
      const stamp = [layout.drafts, layout.series, layout.redact].map((path) => stampOf(path)).join('\n\n');
      if (drafts?.stamp !== stamp || drafts.snapshot !== snapshot)
        drafts = { snapshot, stamp, value: prepared(snapshot, place, seriesOf(snapshot, place)) };
      return drafts.value;
    },
    async leaksIn(prepared, { file, text }) {
      const snapshot = snapshotNow();
      const place = draftPlace(snapshot, world);
      const { finalScan } = await import('#src/posts/export/final-scan.ts');
      const { readScanContext } = await import('#src/node/posts/scan-context.ts');
      const scanContext = await readScanContext(place.world, place.layout, snapshot);
      return finalScan([{ path: file, text }], prepared, scanContext);
    },
    async outlines() {
      const snapshot = snapshotNow();
      const place = draftPlace(snapshot, world);
      const stamp = [place.layout.series, place.layout.redact].map((path) => stampOf(path)).join('\n\n');
      if (outlines?.stamp !== stamp || outlines.snapshot !== snapshot)
        outlines = { snapshot, stamp, value: outlined(snapshot, place, seriesOf(snapshot, place)) };
      return outlines.value;
    },
    isEditable: () => isDev && snapshotNow().origin === 'own',
  };
}

/** What was worked out, and of what. */
interface Kept<Value> {
  snapshot: ArchiveSnapshot;
  stamp: string;
  value: Value;
}

async function prepared(
  snapshot: ArchiveSnapshot,
  { layout, world }: DraftPlace,
  series: Series[],
): Promise<PreparedDraft[]> {
  if (directoriesIn(layout.drafts).length === 0) return [];
  const { readDrafts } = await import('#src/node/posts/drafts/read-drafts.ts');
  const { readScanContext } = await import('#src/node/posts/scan-context.ts');
  const { draftArchiveOf } = await import('#src/posts/export/draft-lookup.ts');
  const { prepareDraft } = await import('#src/posts/export/prepare-draft.ts');
  const drafts = readDrafts(layout);
  const archive = draftArchiveOf(snapshot, series);
  const scanContext = await readScanContext(world, layout, snapshot);
  return Promise.all(drafts.map((draft) => prepareDraft(draft, archive, scanContext)));
}

async function outlined(
  { sessions }: ArchiveSnapshot,
  { layout, world }: DraftPlace,
  series: readonly Series[],
): Promise<Outline[]> {
  if (series.length === 0) return [];
  const { safeOutline } = await import('#src/posts/series/safe-outline.ts');
  const { safeWords } = await import('#src/node/posts/scan-context.ts');
  const safe = await safeWords(world, layout);
  return Promise.all(series.map((each) => safeOutline(outlineOf(each, sessions), safe)));
}
