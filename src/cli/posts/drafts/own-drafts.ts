import { freshArchive } from '#src/cli/fresh-archive.ts';
import type { Io } from '#src/cli/terminal/io.ts';
import { readDraft, readDrafts } from '#src/posts/drafts/read-drafts.ts';
import { readScanContext } from '#src/posts/scan-context.ts';
import { readSeries } from '#src/posts/series/read-series.ts';
import { type World, layoutIn } from '#src/lib/world.ts';
import type { Draft } from '#src/posts/drafts/draft.ts';
import { type DraftArchive, draftArchiveOf } from '#src/posts/export/draft-lookup.ts';
import type { ScanContext } from '#src/posts/export/prepare-draft.ts';
import { ChronicleError } from '#src/lib/chronicle-error.ts';
import type { Layout } from '#src/lib/paths.ts';
import { isOwnSlug } from '#src/lib/slug.ts';
import { nearestOf } from '#src/lib/nearest.ts';

/** How many names an error lists. */
const MOST_LISTED = 20;

/** The archive that drafts are resolved in, and what they are scanned with. */
export interface OwnDrafts {
  world: World;
  layout: Layout;
  archive: DraftArchive;
  scanContext: ScanContext;
}

export async function ownDrafts(io: Io): Promise<OwnDrafts> {
  const { world } = io;
  const layout = layoutIn(world);
  const { snapshot } = await freshArchive(io);
  const archive = draftArchiveOf(snapshot, readSeries(layout));
  return { world, layout, archive, scanContext: await readScanContext(world, layout, snapshot) };
}

/** The draft with this name. Refuses (CHRONICLE_NO_DRAFT) an unknown name, and lists the drafts. */
export function draftNamed(layout: Layout, slug: string): Draft {
  const draft = readDraft(layout, slug);
  if (draft) return draft;
  const slugs = readDrafts(layout).map((each) => each.slug);
  const nearest = isOwnSlug(slug) ? nearestOf(slug, slugs) : undefined;
  throw new ChronicleError(
    'CHRONICLE_NO_DRAFT',
    `There is no draft ${slug}. ${nearest ? `Did you mean ${nearest}?` : existing(slugs)}`,
  );
}

function existing(slugs: readonly string[]): string {
  if (slugs.length === 0) return 'To make one of the last session, run `chronicle draft new last`.';
  const more = slugs.length > MOST_LISTED ? ', …' : '';
  return `${slugs.length === 1 ? 'The only draft is' : 'The drafts are'} ${slugs.slice(0, MOST_LISTED).join(', ')}${more}.`;
}
