/** The sessions that went on since their facts were written. Commands read what was added before they answer. */
import type { FactsHead } from '#src/format/facts-head.ts';
import type { Session } from '#src/format/session.ts';
import type { Env } from '#src/lib/env.ts';
import { namesIn } from '#src/lib/names-in.ts';
import type { Paths } from '#src/lib/paths.ts';
import { isSessionRunning } from '#src/record/live.ts';
import { stampsOf, unreadReason } from '#src/transcript/facts-file.ts';
import { listedTranscript } from '#src/transcript/transcript-files.ts';

/** A session of the archive, as far as the reading of its transcripts needs it. */
export interface KnownSession extends Pick<Session, 'id' | 'path'> {
  facts?: (Pick<FactsHead, 'transcripts'> & Partial<Pick<FactsHead, 'version'>>) | undefined;
}

/** A session whose transcripts show more than its facts. */
export interface GrownSession {
  session: KnownSession;
  /** The size of its transcripts (bytes). */
  size: number;
}

export interface GrownOptions {
  /** The sessions of the archive, newest first. */
  sessions: readonly KnownSession[];
  /** How long sessions may be read (ms). The first that does not fit ends it. */
  patience: number;
  /** Called before each session with how many were read. */
  progress?: (done: number, of: number) => void;
  /** Ends it before the next session. */
  signal?: AbortSignal;
}

export interface GrownResult {
  /** The chronicles whose facts were written. */
  changed: string[];
  /** The sessions that were left, newest first. */
  left: KnownSession[];
}

/** How fast transcripts are read, for an estimate (bytes a millisecond). Measured: 30 to 50 MB a second. */
const SPEED = 30_000;

/**
 * Reads the transcripts of the sessions that went on since their facts were written, or have none yet. One that cannot be read
 * is skipped: doctor names it, and the next run tries it again.
 */
export async function updateGrown(
  env: Env,
  paths: Paths,
  { sessions, patience, progress, signal }: GrownOptions,
): Promise<GrownResult> {
  const deadline = Date.now() + patience;
  const grown = grownSessions(env, paths, sessions);
  const changed: string[] = [];
  for (const [done, { session, size }] of grown.entries()) {
    if (signal?.aborted || Date.now() + size / SPEED > deadline)
      return { changed, left: grown.slice(done).map((each) => each.session) };
    progress?.(done, grown.length);
    try {
      // Loaded only if there is something to read: most commands find nothing.
      const { updateFacts } = await import('./facts-reader.ts');
      const { skipped, chronicle } = await updateFacts(env, paths, { sessionId: session.id, transcript: null });
      if (skipped === null && chronicle !== null) changed.push(chronicle);
    } catch {
      // A command does not fail because of it, and would say so every time.
    }
  }
  return { changed, left: [] };
}

/**
 * The sessions whose transcripts show more than their facts, in the given order. Lists the folders of transcripts once, and
 * looks at the size and time of those that belong to a session of this archive.
 */
export function grownSessions(env: Env, paths: Paths, sessions: readonly KnownSession[]): GrownSession[] {
  const folders = transcriptFolders(paths);
  return sessions.flatMap((session): GrownSession[] => {
    const { id, path, facts } = session;
    // Archives of other machines are only read.
    if (!path.startsWith(`${paths.projects}/`)) return [];
    const names = new Set([`${id}.jsonl`, ...(facts?.transcripts.map(({ file }) => file) ?? [])]);
    const files = [...names].flatMap((name) =>
      (folders.get(name) ?? []).flatMap(({ folder }) => listedTranscript(paths, folder, name) ?? []),
    );
    if (files.length === 0) return [];
    const stamps = stampsOf(files);
    const isUnread = !facts || unreadReason(facts, stamps, false) === null;
    const hasMore = () => !facts || unreadReason(facts, stamps, true) === null || !isSessionRunning(env, paths, id);
    return isUnread && hasMore() ? [{ session, size: files.reduce((sum, file) => sum + file.size, 0) }] : [];
  });
}

/** The ids of all sessions that have a transcript. */
export function transcribedSessions(paths: Pick<Paths, 'projects'>): string[] {
  return [...transcriptFolders(paths).keys()].map((name) => name.slice(0, -'.jsonl'.length));
}

/** The folders that contain a transcript of each name. */
function transcriptFolders({ projects }: Pick<Paths, 'projects'>): Map<string, { folder: string; name: string }[]> {
  const all = namesIn(projects).flatMap((folder) =>
    namesIn(`${projects}/${folder}`)
      .filter((name) => name.endsWith('.jsonl'))
      .map((name) => ({ folder, name })),
  );
  return Map.groupBy(all, ({ name }) => name);
}
