import { readdirSync, type Stats } from 'node:fs';
import { basename } from 'node:path';
import { isErrno } from '#src/lib/chronicle-error.ts';
import type { Layout } from '#src/lib/paths.ts';
import { statsOf } from '../lib/is-there.ts';
import { isWithin, realPath } from '../lib/real-path.ts';

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
export function transcriptFiles(layout: Pick<Layout, 'projects' | 'config'>): TranscriptFiles {
  const found: TranscriptFiles = { files: [], subagents: 0, refused: 0, unread: [], unreadable: [] };
  for (const folder of listing(layout.projects, found)) {
    const directory = `${layout.projects}/${folder}`;
    const stats = statsOf(directory);
    if (!stats || !(stats.isDirectory() || stats.isSymbolicLink())) continue;
    if (stats.isSymbolicLink() && !leadsInto(directory, layout.config)) {
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
  { projects, config }: Pick<Layout, 'projects' | 'config'>,
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
