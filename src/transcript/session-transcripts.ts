import { readdirSync } from 'node:fs';
import { isAbsolute, normalize } from 'node:path';
import { isSessionId } from '#src/format/session-id.ts';
import type { Layout } from '#src/lib/paths.ts';
import { statsOf } from '../lib/is-there.ts';
import { namesIn } from '../lib/names-in.ts';
import { listedTranscript, type TranscriptFile } from './transcript-files.ts';

/** The transcripts of one session. */
export interface SessionTranscripts {
  /** Its own, the oldest first. Old versions split a resumed session over several files. */
  files: TranscriptFile[];
  /** The paths of its subagents' transcripts. */
  subagents: string[];
}

/** A session with more subagents than this is read without the rest of them. */
const MOST_SUBAGENTS = 500;

/**
 * Finds a session's transcripts: the one that the host named, and those with the session's id in all project folders, since
 * a worktree's transcript is in another folder than its chronicle. Anything but a regular file at
 * `<projects>/<folder>/<name>.jsonl` is skipped, links included.
 */
export function sessionTranscripts(
  layout: Pick<Layout, 'projects' | 'config'>,
  sessionId: string,
  named: string | null,
): SessionTranscripts {
  const places = namesIn(layout.projects).map((folder) => ({ folder, name: `${sessionId}.jsonl` }));
  const given = named === null ? null : placeBelow(layout, named);
  const all = given === null ? places : [given, ...places];
  const found = new Map<string, TranscriptFile>();
  for (const { folder, name } of all) {
    const file = listedTranscript(layout, folder, name);
    if (file) found.set(file.path, file);
  }
  return withSubagents(layout, sessionId, [...found.values()]);
}

/** A session's own transcripts with those of its subagents. */
export function withSubagents(
  layout: Pick<Layout, 'projects'>,
  sessionId: string,
  own: readonly TranscriptFile[],
): SessionTranscripts {
  const files = own.toSorted((a, b) => a.bornMs - b.bornMs);
  return { files, subagents: files.flatMap((file) => subagentsOf(layout, file, sessionId)) };
}

/** The folder and name of a transcript directly below a project's folder; null for any other path. */
function placeBelow({ projects }: Pick<Layout, 'projects'>, path: string): { folder: string; name: string } | null {
  if (!isAbsolute(path) || normalize(path) !== path || !path.startsWith(`${projects}/`)) return null;
  const [folder, name, ...rest] = path.slice(projects.length + 1).split('/');
  return folder === undefined || name === undefined || rest.length > 0 ? null : { folder, name };
}

/** `<id>/subagents/agent-*.jsonl` next to the transcript. */
function subagentsOf({ projects }: Pick<Layout, 'projects'>, { folder }: TranscriptFile, sessionId: string): string[] {
  if (!isSessionId(sessionId)) return [];
  const directory = `${projects}/${folder}/${sessionId}/subagents`;
  const parents = [`${projects}/${folder}/${sessionId}`, directory];
  if (!parents.every((path) => statsOf(path)?.isDirectory())) return [];
  return listing(directory)
    .filter((name) => /^agent-[\w.-]{1,150}\.jsonl$/.test(name))
    .slice(0, MOST_SUBAGENTS)
    .map((name) => `${directory}/${name}`)
    .filter((path) => statsOf(path)?.isFile());
}

function listing(directory: string): string[] {
  try {
    return readdirSync(directory).sort();
  } catch {
    return [];
  }
}
