import type { ArchiveSnapshot } from '#src/archive/archive.ts';
import { sampleDirectory } from '#src/lib/package-root.ts';
import { layoutIn, type World } from '#src/lib/world.ts';
import type { PreparedDraft, ScanContext } from '#src/posts/export/prepare-draft.ts';
import { type Outline, outlineOf } from '#src/posts/series/outline.ts';
import { type Layout, layoutOf } from '#src/lib/paths.ts';
import { memoised } from '#src/lib/memo.ts';
import type { PostService } from './current-archive.ts';

/**
 * The drafts and series of an archive, prepared once per snapshot. The modules that make posts are loaded with the first
 * draft.
 */
export function postService(
  snapshotNow: () => ArchiveSnapshot,
  { isDev, world }: { isDev: boolean; world: World },
): PostService {
  const drafts = memoised((snapshot: ArchiveSnapshot) => prepared(snapshot, placeOf(snapshot, world)));
  const contexts = memoised((snapshot: ArchiveSnapshot) => contextOf(snapshot, placeOf(snapshot, world)));
  const outlines = memoised((snapshot: ArchiveSnapshot) => outlined(snapshot, placeOf(snapshot, world)));
  return {
    drafts: () => drafts(snapshotNow()),
    outlines: () => outlines(snapshotNow()),
    async leaksIn(prepared, { file, text }) {
      const { finalScan } = await import('#src/posts/export/final-scan.ts');
      return finalScan([{ path: file, text }], prepared, await contexts(snapshotNow()));
    },
    isEditable: () => isDev && snapshotNow().origin === 'own',
  };
}

/** The place of an archive's files, and the world its posts are scanned in. */
interface Place {
  layout: Layout;
  world: World;
}

/** The sample has a world of its own, so that its pages are the same on every machine. */
function placeOf({ origin, sessions }: ArchiveSnapshot, world: World): Place {
  if (origin === 'own') return { layout: layoutIn(world), world };
  const [newest] = sessions;
  const today = new Date(newest?.chronicle.frontMatter.started ?? 0);
  return { layout: layoutOf(sampleDirectory()), world: sampleWorld(today) };
}

/** The machine of the sample's user, Robin. */
function sampleWorld(today: Date): World {
  const home = '/home/robin';
  return { env: { USER: 'robin' }, home, cwd: home, now: () => today, host: 'robins-desk', parentPid: 0 };
}

async function contextOf(snapshot: ArchiveSnapshot, { layout, world }: Place): Promise<ScanContext> {
  const { readScanContext } = await import('#src/posts/scan-context.ts');
  return readScanContext(world, layout, snapshot);
}

async function prepared(snapshot: ArchiveSnapshot, { layout, world }: Place): Promise<PreparedDraft[]> {
  const { drafts, series } = snapshot.posts;
  if (drafts.length === 0) return [];
  const { readScanContext } = await import('#src/posts/scan-context.ts');
  const { draftArchiveOf } = await import('#src/posts/export/draft-lookup.ts');
  const { prepareDraft } = await import('#src/posts/export/prepare-draft.ts');
  const archive = draftArchiveOf(snapshot, series);
  const scanContext = await readScanContext(world, layout, snapshot);
  return Promise.all(drafts.map((draft) => prepareDraft(draft, archive, scanContext)));
}

async function outlined({ posts, sessions }: ArchiveSnapshot, { layout, world }: Place): Promise<Outline[]> {
  if (posts.series.length === 0) return [];
  const { safeOutline } = await import('#src/posts/series/safe-outline.ts');
  const { safeWords } = await import('#src/posts/scan-context.ts');
  const safe = await safeWords(world, layout);
  return Promise.all(posts.series.map((each) => safeOutline(outlineOf(each, sessions), safe)));
}
