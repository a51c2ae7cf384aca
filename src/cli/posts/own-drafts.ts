/** The owner's drafts for commands: the archive they are resolved in, and what they are scanned with. */
import type { ArchiveSnapshot } from '#src/archive/archive.ts';
import { freshArchive } from '../own-archive.ts';
import type { LastOf } from '../session-named.ts';
import type { Io } from '../terminal/io.ts';
import type { Session } from '#src/format/session.ts';
import type { Paths } from '#src/lib/paths.ts';
import { pathsIn, type Env } from '#src/lib/env.ts';
import type { Draft } from '#src/posts/draft.ts';
import { readDrafts } from '#src/posts/draft-files.ts';
import { type DraftNote, draftNote } from '#src/posts/draft-state.ts';
import { hasStory } from '#src/posts/narratives.ts';
import {
  type DraftArchive,
  draftArchiveOf,
  type PreparedDraft,
  prepareDraft,
  readScanContext,
  type ScanContext,
} from '#src/posts/posts.ts';

/** What `last` is for commands that make posts: prompts alone are not enough for one. */
export const WITH_STORY: LastOf<Session> = {
  isEligible: ({ chronicle }) => hasStory(chronicle),
  lacks: 'no events, written summary or narrative to make a post of',
};

export interface OwnDrafts {
  env: Env;
  paths: Paths;
  archive: DraftArchive;
  scanContext: ScanContext;
}

/** Reads the archive and its drafts. */
export async function ownDrafts(io: Io): Promise<OwnDrafts> {
  const { env } = io;
  const paths = pathsIn(env);
  const { snapshot } = await freshArchive(io);
  const archive = draftArchiveOf(snapshot, readDrafts(paths));
  return { env, paths, archive, scanContext: await readScanContext(env, paths, snapshot) };
}

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
