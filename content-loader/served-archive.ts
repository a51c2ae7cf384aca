/** The archive that pages show: where it is, and its drafts. */
import type { CheckoutRules } from '#src/lib/project.ts';
import type { Archive, ArchivePlace, ArchiveSnapshot } from '#src/archive/archive.ts';
import { type Config, DEFAULTS } from '#src/lib/config.ts';
import { decisionsFile } from '#src/memory/decisions.ts';
import { memoised } from '#src/lib/memo.ts';
import { sampleDirectory } from '#src/lib/package-root.ts';
import { draftSources, draftsOf } from '#src/posts/draft-files.ts';
import { type Paths, pathsOf } from '#src/lib/paths.ts';
import { type Env, pathsIn } from '#src/lib/env.ts';
import type { PreparedDraft } from '#src/posts/posts.ts';
import { Transcripts } from '#src/transcript/read-conversation.ts';
import { currentSnapshot, type PostService, provideArchive } from './current-archive.ts';

/** The place of the owner's archive: Claude Code's directory and further roots from the settings. */
export function ownPlace(
  paths: Paths,
  { roots, machines, rules }: Pick<Config, 'roots' | 'machines'> & { rules?: CheckoutRules },
): ArchivePlace {
  const owner = { root: paths.state, clusters: decisionsFile(paths.clusters), sources: draftSources(paths) };
  return { roots: [paths.projects, ...roots], machines, rules, addresses: paths.addresses, owner };
}

/** The place of the sample, which has the same layout. Nothing is written to it. */
export function samplePlace(): ArchivePlace {
  return { ...ownPlace(pathsOf(sampleDirectory()), DEFAULTS), addresses: undefined };
}

/** Sets the archive that the pages of a server show, with its posts. */
export function provideServed(archive: Archive, env: Env): void {
  provideArchive(archive, {
    posts: postService(currentSnapshot, { isDev: true, env }),
    server: env.now().getTime().toString(36),
    transcripts: new Transcripts(env, pathsIn(env)),
  });
}

/** The drafts of an archive, prepared once per snapshot. The modules that make posts are loaded with the first draft. */
export function postService(
  snapshotNow: () => ArchiveSnapshot,
  { isDev, env }: { isDev: boolean; env: Env },
): PostService {
  const drafts = memoised((snapshot: ArchiveSnapshot) => prepared(snapshot, envOf(snapshot, env)));
  return {
    drafts: () => drafts(snapshotNow()),
    isEditable: () => isDev && snapshotNow().origin === 'own',
  };
}

/** The environment that posts are scanned in. The sample has that of its user, Robin, so that its pages are the same everywhere. */
function envOf({ origin, sessions }: ArchiveSnapshot, env: Env): Env {
  if (origin === 'own') return env;
  const today = new Date(sessions[0]?.chronicle.frontMatter.started ?? 0);
  const home = '/home/robin';
  return { variables: { USER: 'robin' }, home, cwd: home, now: () => today, host: 'robins-desk', parentPid: 0 };
}

async function prepared(snapshot: ArchiveSnapshot, env: Env): Promise<PreparedDraft[]> {
  const drafts = draftsOf(snapshot.userFiles);
  if (drafts.length === 0) return [];
  const { draftArchiveOf, prepareDraft, readScanContext } = await import('#src/posts/posts.ts');
  const archive = draftArchiveOf(snapshot, drafts);
  const paths = snapshot.origin === 'own' ? pathsIn(env) : pathsOf(sampleDirectory());
  const scanContext = await readScanContext(env, paths, snapshot);
  return Promise.all(drafts.map((draft) => prepareDraft(draft, archive, scanContext)));
}
