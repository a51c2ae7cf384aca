/**
 * The story of this folder: the archive that pages show. `live-loader.ts` is the loader of the live collection in
 * `site/live.config.ts`; `served-archive.ts` opens the archive for a server, `edits.ts` has what pages can change in it,
 * `guarded-server.ts` and its neighbours decide who gets answers, `integration.ts` and `site-config.ts` are for Astro.
 *
 *     getLiveCollection('sessions', { paths })
 *
 * Astro loads configuration and pages through separate copies of these modules, so the archive is kept on `globalThis`,
 * together with the service for its posts: the copies for pages could find neither the sample nor the scanner's
 * packages.
 */
import type { Session } from '#src/format/session.ts';
import type { MemoryRecord } from '#src/memory/memory.ts';
import type { Dismissed } from '#src/memory/repeats.ts';
import type { Archive, ArchiveSnapshot } from '#src/archive/archive.ts';
import { checkoutOf } from '#src/lib/checkout.ts';
import { DEFAULTS, readConfig } from '#src/lib/config.ts';
import { memoised } from '#src/lib/memo.ts';
import { activePlan, activePlanLine, shortPath } from '#src/notes/find-plans.ts';
import type { Plan } from '#src/notes/plan.ts';
import { type RecordingState, recordingState } from '#src/setup/recording.ts';
import { configRemarks } from '#src/setup/config-remarks.ts';
import { pathsIn, realEnv } from '#src/lib/env.ts';
import type { PreparedDraft } from '#src/posts/posts.ts';
import type { Transcripts } from '#src/transcript/read-conversation.ts';

export type { ArchiveSnapshot, PreparedDraft, RecordingState };

/** The drafts of the archive, ready to display. */
export interface PostService {
  /** By slug, each as it would be published now. */
  drafts(): Promise<PreparedDraft[]>;
  /** Whether pages can edit them: in dev, but not in the sample. */
  isEditable(): boolean;
}

interface Provided {
  archive: Archive;
  /** Missing in a build, which shows no transcript. */
  transcripts?: Transcripts;
  /** Identifies this run of the server; null in a build. */
  server: string | null;
  posts: PostService | null;
  /** What pages found out about memory, and the sessions that it is of. */
  found?: { record: MemoryRecord; sessions: readonly Session[] };
}

const KEY = Symbol.for('session-chronicle.archive');

/** Sets the archive that pages show, and the services for it. */
export function provideArchive(
  archive: Archive,
  { posts = null, server = null, ...more }: Partial<Omit<Provided, 'archive'>> = {},
): void {
  const provided: Provided = { archive, posts, server, ...more };
  Object.assign(globalThis, { [KEY]: provided });
}

/** The archive that pages show; null if none is set yet. */
export function providedArchive(): Archive | null {
  return provided()?.archive ?? null;
}

/** Whether pages are made when they are asked for, as in `chronicle dev`: they have links and times that a build must not have. */
export function isServed(): boolean {
  return (provided()?.server ?? null) !== null;
}

/** Identifies the archive state that the server shows, unique across servers; null in a build. */
export function servedVersion(): string | null {
  const { server, archive } = provided() ?? {};
  return server && archive ? `${server}-${archive.snapshot.origin}-${archive.snapshot.version}` : null;
}

/** Shares what pages found out about memory, so that the command that shows them does not find it out again. */
export function shareMemory(sessions: readonly Session[], record: MemoryRecord): void {
  Object.assign(provided() ?? {}, { found: { record, sessions } });
}

/** What pages found out about memory; undefined if it is not of these sessions. */
export function sharedMemory(sessions: readonly Session[]): MemoryRecord | undefined {
  const found = provided()?.found;
  return found?.sessions === sessions ? found.record : undefined;
}

/** The archive that pages show. Throws if none is set. */
export function currentArchive(): Archive {
  const archive = providedArchive();
  if (archive) return archive;
  throw new Error('The archive is not available: the chronicle integration is not loaded.');
}

/** The current state of the archive. */
export function currentSnapshot(): ArchiveSnapshot {
  return currentArchive().snapshot;
}

/** What the owner does not want to see again. */
export function dismissed(): Dismissed {
  return readConfig(pathsIn(realEnv())).config.dismissed;
}

/** The drafts of the archive. */
export function currentPosts(): PostService {
  const posts = provided()?.posts;
  if (posts) return posts;
  throw new Error('Drafts are not available: the chronicle integration is not loaded.');
}

/** The transcripts of sessions, where pages may show them; null in a build, and for the sample. */
export function currentTranscripts(): Transcripts | null {
  return currentSnapshot().origin === 'own' ? (provided()?.transcripts ?? null) : null;
}

/** The owner's home directory, for pages that show paths. */
export function homeDirectory(): string {
  return realEnv().home;
}

/** The settings that pages need: the editor's address template, and remarks about invalid settings. */
export function ownerSettings(): { editor: string; remarks: string[] } {
  const env = realEnv();
  const paths = pathsIn(env);
  const settings = readConfig(paths);
  return { editor: settings.config.editor, remarks: configRemarks(paths, settings, env.home) };
}

/** The most tokens of a briefing. The sample has the usual limit, whatever its reader's settings say. */
export function briefingLimit(): number {
  if (currentSnapshot().origin === 'sample') return DEFAULTS.briefing.tokens;
  return readConfig(pathsIn(realEnv())).config.briefing.tokens;
}

/** The active plan of a branch in the checkout at `root`, with its path from there; null without one, and in the sample. */
export function currentPlan(root: string | null, branch: string): { plan: Plan; path: string } | null {
  if (root === null || currentSnapshot().origin === 'sample') return null;
  const checkout = checkoutOf(root);
  const found = activePlan(checkout, branch);
  return found && { plan: found.plan, path: shortPath(found.path, checkout) };
}

/** The active plan of a branch in the checkout at `root`, in one line; null without one, and in the sample. */
export function currentPlanLine(root: string | null, branch: string): string | null {
  if (root === null || currentSnapshot().origin === 'sample') return null;
  return activePlanLine(checkoutOf(root), branch);
}

/** Whether recording works. For the sample it is null, unless recording fails before the first session was captured. */
export function currentRecording(): RecordingState | null {
  const { origin } = currentSnapshot();
  // A built sample may be published.
  if (origin === 'sample' && !isServed()) return null;
  // A build of many pages computes it once.
  const state = isServed() ? stateOfRecording() : stateInBuild(currentSnapshot());
  return origin === 'own' || (state.isFailing && state.lastCapture === null) ? state : null;
}

const stateInBuild = memoised((_snapshot: ArchiveSnapshot): RecordingState => stateOfRecording());

function stateOfRecording(): RecordingState {
  const env = realEnv();
  return recordingState(pathsIn(env), env.now());
}

function provided(): Provided | undefined {
  return Reflect.get(globalThis, KEY);
}
