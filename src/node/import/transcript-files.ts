import { readdirSync } from 'node:fs';
import { isErrno } from '#src/project/chronicle-error.ts';
import type { Layout } from '#src/project/paths.ts';
import { statsOf } from '../disk/is-there.ts';
import { isWithin, realPath } from '../disk/real-path.ts';

/** A transcript as it lies below the projects of Claude Code. */
export interface TranscriptFile {
  path: string;
  /** Its name without the ending: in most versions the session's id. */
  stem: string;
  /** The name of the directory it lies in. */
  folder: string;
  size: number;
  /** When it was last written, in milliseconds. */
  writtenMs: number;
  /** When it was made, in milliseconds: a copy is younger than what it was made of. */
  bornMs: number;
}

/** What there is to read. */
export interface TranscriptFiles {
  files: TranscriptFile[];
  /** Transcripts of subagents, which old versions kept beside the sessions'. */
  subagents: number;
  /** Links that lead out of Claude Code's directory, and what is no file. */
  refused: number;
  /** What the refused ones are called, as `stem` says it. */
  unread: string[];
  /** Directories that could not be listed. */
  unreadable: { path: string; error: unknown }[];
}

/** Lists `<projects>/<folder>/*.jsonl`. Links are followed to directories inside of Claude Code's own, and to no files. */
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
      if (name.endsWith('.jsonl') && !name.startsWith('.'))
        note(found, folder, `${directory}/${name}`, name.slice(0, -6));
    }
  }
  return found;
}

function note(found: TranscriptFiles, folder: string, path: string, stem: string): void {
  const stats = statsOf(path);
  if (!stats) return;
  if (!stats.isFile()) {
    found.refused++;
    found.unread.push(stem);
  } else if (stem.startsWith('agent-')) found.subagents++;
  else {
    const { size, birthtimeMs, mtimeMs } = stats;
    // Disks that know no birth give 0 or a later time.
    const bornMs = birthtimeMs > 0 ? Math.min(birthtimeMs, mtimeMs) : mtimeMs;
    found.files.push({ path, stem, folder, size, bornMs, writtenMs: mtimeMs });
  }
}

function listing(directory: string, { unreadable }: TranscriptFiles): string[] {
  try {
    return readdirSync(directory).sort();
  } catch (error) {
    if (!isErrno(error, 'ENOENT', 'ENOTDIR')) unreadable.push({ path: directory, error });
    return [];
  }
}

/** A link that leads nowhere does not. */
function leadsInto(path: string, root: string): boolean {
  const [real, realRoot] = [realPath(path), realPath(root)];
  return real !== null && realRoot !== null && isWithin(real, realRoot);
}
