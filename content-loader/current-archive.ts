/**
 * From the archive in memory to Astro's live collection: `live-loader.ts` answers what
 * `site/live.config.ts` asks, `integration.ts` reloads pages when the archive changes,
 * `site-config.ts` is the Astro configuration that commands and editors share.
 *
 *     getLiveCollection('sessions', { paths })
 *
 * Astro loads configuration and pages through separate copies of these modules, so the one archive of the process is
 * kept on `globalThis`. With it is what prepares its posts: the copies that pages are built from could find neither the
 * sample nor the scanner's packages.
 */
import type { Archive, ArchiveSnapshot } from '#src/node/archive/archive.ts';
import { readConfig } from '#src/node/config.ts';
import { configRemarks } from '#src/node/doctor/config-remarks.ts';
import { layoutIn, realWorld } from '#src/node/world.ts';
import type { Leak } from '#src/posts/export/final-scan.ts';
import type { PreparedDraft } from '#src/posts/export/prepare-draft.ts';
import type { Outline } from '#src/posts/series/outline.ts';

export type { ArchiveSnapshot, PreparedDraft };

/** The drafts and series of the archive, ready to be shown. */
export interface PostService {
  /** By slug, each as it would be published now. */
  drafts(): Promise<PreparedDraft[]>;
  /** The last look at a post that is given out: what must not be in it and still is, whether or not the draft's scan found it. */
  leaksIn(prepared: PreparedDraft, post: { file: string; text: string }): Promise<Leak[]>;
  /** The outlines of the series, by slug. Secrets and home paths in their words are replaced. */
  outlines(): Promise<Outline[]>;
  /** Whether pages may offer to change them: in dev, and not over the sample. */
  isEditable(): boolean;
}

interface Provided {
  archive: Archive;
  posts: PostService | null;
}

const KEY = Symbol.for('session-chronicle.archive');

/** Makes an archive the one that pages show. */
export function provideArchive(archive: Archive, posts: PostService | null = null): void {
  const provided: Provided = { archive, posts };
  Object.assign(globalThis, { [KEY]: provided });
}

/** The archive that was provided; null if there is none yet. */
export function providedArchive(): Archive | null {
  return provided()?.archive ?? null;
}

/** The archive as it is now. */
export function currentSnapshot(): ArchiveSnapshot {
  const archive = providedArchive();
  if (archive) return archive.snapshot;
  throw new Error('The archive is not available: the chronicle integration is not loaded.');
}

/** The drafts and series of the archive. */
export function currentPosts(): PostService {
  const posts = provided()?.posts;
  if (posts) return posts;
  throw new Error('Drafts are not available: the chronicle integration is not loaded.');
}

/** The owner's home directory, for pages that show paths. */
export function homeDirectory(): string {
  return realWorld().home;
}

/** The owner's settings as far as pages need them: their editor's address, and what they should know of the rest. */
export function ownerSettings(): { editor: string; remarks: string[] } {
  const world = realWorld();
  const layout = layoutIn(world);
  const settings = readConfig(layout);
  return { editor: settings.config.editor, remarks: configRemarks(layout, settings, world.home) };
}

function provided(): Provided | undefined {
  return Reflect.get(globalThis, KEY);
}
