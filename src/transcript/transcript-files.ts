/** Where Claude Code's transcripts are: all of them, and those of one session. */
import { readdirSync, type Stats } from 'node:fs';
import { basename, isAbsolute, normalize } from 'node:path';
import { isSessionId } from '#src/format/session-id.ts';
import { isErrno } from '#src/lib/chronicle-error.ts';
import type { Paths } from '#src/lib/paths.ts';
import { statsOf } from '#src/lib/is-there.ts';
import { namesIn } from '#src/lib/names-in.ts';
import { isWithin, realPath } from '#src/lib/read-file.ts';

/** A transcript in Claude Code's projects directory. */
export interface TranscriptFile {
  path: string;
  /** Its name without the extension: in most versions the session id. */
  stem: string;
  /** The name of its directory. */
  folder: string;
  size: number;
  /** When it was last written, in milliseconds. */
  writtenMs: number;
  /** When it was created, in milliseconds: a copy is younger than its original. */
  bornMs: number;
}

/** The transcripts to read. */
export interface TranscriptFiles {
  files: TranscriptFile[];
  /** How many are of subagents, which old versions kept in the same directory. */
  subagents: number;
  /** How many links lead out of Claude Code's directory or are not files. */
  refused: number;
  /** The stems of the refused ones. */
  unread: string[];
  /** Directories that could not be listed. */
  unreadable: { path: string; error: unknown }[];
}

/** Lists `<projects>/<folder>/*.jsonl`. Follows links to directories inside Claude Code's own, but not to files. */
export function transcriptFiles(paths: Pick<Paths, 'projects' | 'config'>): TranscriptFiles {
  const found: TranscriptFiles = { files: [], subagents: 0, refused: 0, unread: [], unreadable: [] };
  for (const folder of listing(paths.projects, found)) {
    const directory = `${paths.projects}/${folder}`;
    const stats = statsOf(directory);
    if (!stats || !(stats.isDirectory() || stats.isSymbolicLink())) continue;
    if (stats.isSymbolicLink() && !leadsInto(directory, paths.config)) {
      found.refused++;
      continue;
    }
    for (const name of listing(directory, found)) {
      if (isTranscriptName(name)) note(found, folder, `${directory}/${name}`);
    }
  }
  return found;
}

/**
 * The transcript with this name in a project's folder; null if it is missing, no regular file, or of a subagent. The
 * folder may be a link inside Claude Code's directory.
 */
export function listedTranscript(
  { projects, config }: Pick<Paths, 'projects' | 'config'>,
  folder: string,
  name: string,
): TranscriptFile | null {
  const directory = `${projects}/${folder}`;
  const path = `${directory}/${name}`;
  const stats = isTranscriptName(name) && !name.startsWith('agent-') ? statsOf(path) : undefined;
  if (!stats?.isFile()) return null;
  return statsOf(directory)?.isDirectory() || leadsInto(directory, config) ? fileOf(path, folder, stats) : null;
}

function isTranscriptName(name: string): boolean {
  return name.endsWith('.jsonl') && !name.startsWith('.');
}

function note(found: TranscriptFiles, folder: string, path: string): void {
  const stats = statsOf(path);
  if (!stats) return;
  const stem = stemOf(path);
  if (!stats.isFile()) {
    found.refused++;
    found.unread.push(stem);
  } else if (stem.startsWith('agent-')) found.subagents++;
  else found.files.push(fileOf(path, folder, stats));
}

function fileOf(path: string, folder: string, { size, birthtimeMs, mtimeMs }: Stats): TranscriptFile {
  // Disks without creation times give 0 or a later time.
  const bornMs = birthtimeMs > 0 ? Math.min(birthtimeMs, mtimeMs) : mtimeMs;
  return { path, stem: stemOf(path), folder, size, bornMs, writtenMs: mtimeMs };
}

function stemOf(path: string): string {
  return basename(path).slice(0, -'.jsonl'.length);
}

function listing(directory: string, { unreadable }: TranscriptFiles): string[] {
  try {
    return readdirSync(directory).sort();
  } catch (error) {
    if (!isErrno(error, 'ENOENT', 'ENOTDIR')) unreadable.push({ path: directory, error });
    return [];
  }
}

/** False for a broken link. */
function leadsInto(path: string, root: string): boolean {
  const [real, realRoot] = [realPath(path), realPath(root)];
  return real !== null && realRoot !== null && isWithin(real, realRoot);
}

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
  paths: Pick<Paths, 'projects' | 'config'>,
  sessionId: string,
  named: string | null,
): SessionTranscripts {
  const places = namesIn(paths.projects).map((folder) => ({ folder, name: `${sessionId}.jsonl` }));
  const given = named === null ? null : placeBelow(paths, named);
  const all = given === null ? places : [given, ...places];
  const found = new Map<string, TranscriptFile>();
  for (const { folder, name } of all) {
    const file = listedTranscript(paths, folder, name);
    if (file) found.set(file.path, file);
  }
  return withSubagents(paths, sessionId, [...found.values()]);
}

/** A session's own transcripts with those of its subagents. */
export function withSubagents(
  paths: Pick<Paths, 'projects'>,
  sessionId: string,
  own: readonly TranscriptFile[],
): SessionTranscripts {
  const files = own.toSorted((a, b) => a.bornMs - b.bornMs);
  return { files, subagents: files.flatMap((file) => subagentsOf(paths, file, sessionId)) };
}

/** The folder and name of a transcript directly below a project's folder; null for any other path. */
function placeBelow({ projects }: Pick<Paths, 'projects'>, path: string): { folder: string; name: string } | null {
  if (!isAbsolute(path) || normalize(path) !== path || !path.startsWith(`${projects}/`)) return null;
  const [folder, name, ...rest] = path.slice(projects.length + 1).split('/');
  return folder === undefined || name === undefined || rest.length > 0 ? null : { folder, name };
}

/** `<id>/subagents/agent-*.jsonl` next to the transcript. */
function subagentsOf({ projects }: Pick<Paths, 'projects'>, { folder }: TranscriptFile, sessionId: string): string[] {
  if (!isSessionId(sessionId)) return [];
  const directory = `${projects}/${folder}/${sessionId}/subagents`;
  const parents = [`${projects}/${folder}/${sessionId}`, directory];
  if (!parents.every((path) => statsOf(path)?.isDirectory())) return [];
  return namesIn(directory)
    .filter((name) => /^agent-[\w.-]{1,150}\.jsonl$/.test(name))
    .slice(0, MOST_SUBAGENTS)
    .map((name) => `${directory}/${name}`)
    .filter((path) => statsOf(path)?.isFile());
}
