import { lstatSync } from 'node:fs';
import { readUnchecked } from '#src/chronicle/read.ts';
import type { Layout } from '#src/project/paths.ts';
import { frontMatterOf } from '../disk/front-matter-of.ts';
import type { ChronicleHead, ProjectPlace } from '../disk/projects.ts';
import { chronicleNames, chroniclesIn } from '../disk/projects.ts';
import { readRegularFile } from '../disk/read-file.ts';

/** A chronicle by its front matter. Its texts are untrusted. */
export interface ScannedChronicle {
  path: string;
  /** Claude Code's name for the project's directory. */
  directory: string;
  bytes: number;
  /** When it was last written (ms). */
  at: number;
  sessionId: string;
  cwd: string | undefined;
  /** UTC; empty if the file does not say it. */
  started: string;
  /** Whether hooks made it, and not `chronicle backfill` or an import. */
  isCaptured: boolean;
  isAttended: boolean;
}

/** All chronicles of this machine, by the beginning of each file. One without front matter is left out; `chronicle check` names it. */
export function scanChronicles(layout: Layout): ScannedChronicle[] {
  return Array.from(chroniclesIn(layout.projects), scanned).filter((chronicle) => chronicle !== null);
}

/** Null if the file is gone by now. */
function scanned({ path, directory, frontMatter }: ChronicleHead): ScannedChronicle | null {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (!stats) return null;
  return {
    path,
    directory,
    bytes: stats.size,
    at: stats.mtimeMs,
    sessionId: frontMatter.get('session_id') ?? '',
    cwd: frontMatter.get('cwd'),
    started: frontMatter.get('started') ?? '',
    isCaptured: !isFilledIn(frontMatter),
    isAttended: frontMatter.get('attended') !== 'no',
  };
}

/** So many files are looked at before older ones are, as a resumed session's file is not the last by name. */
const LOOKED_AT = 10;

/** A file that hooks wrote. */
export interface Capture {
  path: string;
  /** Claude Code's name for the project's directory. */
  directory: string;
  /** When the file was last written (ms). */
  at: number;
  frontMatter: ReadonlyMap<string, string>;
}

/**
 * The chronicle of a project that hooks or the agent wrote last; null if there is none. Looks at the newest by name and
 * reads the beginning of one, unless that one was filled in later by `chronicle backfill` or an import.
 */
export function newestCapture({ directory, chronicle: folder }: ProjectPlace): Capture | null {
  const names = chronicleNames(folder).reverse();
  for (let from = 0; from < names.length; from += LOOKED_AT) {
    const group = names.slice(from, from + LOOKED_AT).flatMap((name) => writtenFile(`${folder}/${name}`));
    for (const { path, at } of group.sort((a, b) => b.at - a.at)) {
      const frontMatter = frontMatterOf(path);
      if (frontMatter && !isFilledIn(frontMatter)) return { path, directory, at, frontMatter };
    }
  }
  return null;
}

function writtenFile(path: string): { path: string; at: number }[] {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  return stats?.isFile() ? [{ path, at: stats.mtimeMs }] : [];
}

/** Whether a chronicle was made from something else, long after its session. */
function isFilledIn(frontMatter: ReadonlyMap<string, string>): boolean {
  return frontMatter.get('source') === 'backfill' || frontMatter.get('source') === 'import';
}

/** How many events a chronicle has; 0 if it cannot be read. */
export function eventsIn(path: string): number {
  try {
    return readUnchecked(readRegularFile(path).text)?.events.length ?? 0;
  } catch {
    return 0;
  }
}
