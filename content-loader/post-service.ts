import type { ArchiveSnapshot } from '#src/archive/archive.ts';
import { memoised } from '#src/lib/memo.ts';
import { sampleDirectory } from '#src/lib/package-root.ts';
import { type Paths, pathsOf } from '#src/lib/paths.ts';
import { pathsIn, type World } from '#src/lib/world.ts';
import type { PreparedDraft } from '#src/posts/posts.ts';
import type { PostService } from './current-archive.ts';

/** The drafts of an archive, prepared once per snapshot. The modules that make posts are loaded with the first draft. */
export function postService(
  snapshotNow: () => ArchiveSnapshot,
  { isDev, world }: { isDev: boolean; world: World },
): PostService {
  const drafts = memoised((snapshot: ArchiveSnapshot) => prepared(snapshot, placeOf(snapshot, world)));
  return {
    drafts: () => drafts(snapshotNow()),
    isEditable: () => isDev && snapshotNow().origin === 'own',
  };
}

/** The place of an archive's files, and the world its posts are scanned in. */
interface Place {
  paths: Paths;
  world: World;
}

/** The sample has a world of its own, so that its pages are the same on every machine. */
function placeOf({ origin, sessions }: ArchiveSnapshot, world: World): Place {
  if (origin === 'own') return { paths: pathsIn(world), world };
  const [newest] = sessions;
  const today = new Date(newest?.chronicle.frontMatter.started ?? 0);
  return { paths: pathsOf(sampleDirectory()), world: sampleWorld(today) };
}

/** The machine of the sample's user, Robin. */
function sampleWorld(today: Date): World {
  const home = '/home/robin';
  return { env: { USER: 'robin' }, home, cwd: home, now: () => today, host: 'robins-desk', parentPid: 0 };
}

async function prepared(snapshot: ArchiveSnapshot, { paths, world }: Place): Promise<PreparedDraft[]> {
  const { drafts } = snapshot;
  if (drafts.length === 0) return [];
  const { draftArchiveOf, prepareDraft, readScanContext } = await import('#src/posts/posts.ts');
  const archive = draftArchiveOf(snapshot, drafts);
  const scanContext = await readScanContext(world, paths, snapshot);
  return Promise.all(drafts.map((draft) => prepareDraft(draft, archive, scanContext)));
}
