import type { ArchiveSnapshot } from '#src/archive/archive.ts';
import { memoised } from '#src/lib/memo.ts';
import { sampleDirectory } from '#src/lib/package-root.ts';
import { type Paths, pathsOf } from '#src/lib/paths.ts';
import { pathsIn, type Env } from '#src/lib/env.ts';
import type { PreparedDraft } from '#src/posts/posts.ts';
import type { PostService } from './current-archive.ts';

/** The drafts of an archive, prepared once per snapshot. The modules that make posts are loaded with the first draft. */
export function postService(
  snapshotNow: () => ArchiveSnapshot,
  { isDev, env }: { isDev: boolean; env: Env },
): PostService {
  const drafts = memoised((snapshot: ArchiveSnapshot) => prepared(snapshot, placeOf(snapshot, env)));
  return {
    drafts: () => drafts(snapshotNow()),
    isEditable: () => isDev && snapshotNow().origin === 'own',
  };
}

/** The place of an archive's files, and the environment its posts are scanned in. */
interface Place {
  paths: Paths;
  env: Env;
}

/** The sample has an environment of its own, so that its pages are the same on every machine. */
function placeOf({ origin, sessions }: ArchiveSnapshot, env: Env): Place {
  if (origin === 'own') return { paths: pathsIn(env), env };
  const [newest] = sessions;
  const today = new Date(newest?.chronicle.frontMatter.started ?? 0);
  return { paths: pathsOf(sampleDirectory()), env: sampleWorld(today) };
}

/** The machine of the sample's user, Robin. */
function sampleWorld(today: Date): Env {
  const home = '/home/robin';
  return { variables: { USER: 'robin' }, home, cwd: home, now: () => today, host: 'robins-desk', parentPid: 0 };
}

async function prepared(snapshot: ArchiveSnapshot, { paths, env }: Place): Promise<PreparedDraft[]> {
  const { drafts } = snapshot;
  if (drafts.length === 0) return [];
  const { draftArchiveOf, prepareDraft, readScanContext } = await import('#src/posts/posts.ts');
  const archive = draftArchiveOf(snapshot, drafts);
  const scanContext = await readScanContext(env, paths, snapshot);
  return Promise.all(drafts.map((draft) => prepareDraft(draft, archive, scanContext)));
}
