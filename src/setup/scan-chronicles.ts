import { lstatSync } from 'node:fs';
import { readUnchecked } from '#src/format/read.ts';
import { isLogged } from '#src/format/event-source.ts';
import type { Layout } from '#src/lib/paths.ts';
import { type FrontMatterValues, frontMatterOf } from '../format/front-matter-of.ts';
import { keptChronicleNames } from '../lib/kept-names.ts';
import type { ChronicleHead, ProjectPlace } from '../format/projects.ts';
import { chroniclesIn } from '../format/projects.ts';
import { readRegularFile } from '../lib/read-file.ts';

/** The front matter of a chronicle. Its texts are untrusted. */
export interface ScannedChronicle {
  path: string;
  /** Claude Code's name for the project's directory. */
  directory: string;
  bytes: number;
  /** When it was last written (ms). */
  at: number;
  sessionId: string;
  cwd: string | undefined;
  /** UTC; empty if missing. */
  started: string;
  /** Whether hooks wrote it, not `chronicle import transcripts` or an import. */
  isCaptured: boolean;
  isAttended: boolean;
}

/** All chronicles of this machine, by the beginning of each file. Files without front matter are skipped; `chronicle doctor` lists them. */
export function scanChronicles(layout: Layout): ScannedChronicle[] {
  return Array.from(chroniclesIn(layout.projects), scanned).filter((chronicle) => chronicle !== null);
}

/** Null if the file was deleted meanwhile. */
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

/** How many files are compared at a time: the file of a resumed session is not the last by name. */
const LOOKED_AT = 10;

/** A chronicle written by hooks. */
export interface Capture {
  path: string;
  /** Claude Code's name for the project's directory. */
  directory: string;
  /** When the file was last written (ms). */
  at: number;
  frontMatter: FrontMatterValues;
}

/**
 * The chronicle of a project that hooks or the agent wrote last; null if there is none. Takes the newest by name, and skips
 * those of `chronicle import transcripts` or an import.
 */
export function newestCapture({ directory, chronicle: folder }: ProjectPlace): Capture | null {
  const names = keptChronicleNames(folder);
  for (let end = names.length; end > 0; end -= LOOKED_AT) {
    const last = names.slice(Math.max(0, end - LOOKED_AT), end).reverse();
    const group = last.flatMap((name) => writtenFile(`${folder}/${name}`));
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

/** Whether a chronicle was made after its session, from other sources. */
function isFilledIn(frontMatter: FrontMatterValues): boolean {
  return frontMatter.get('source') === 'backfill' || frontMatter.get('source') === 'import';
}

/** How many logged events a chronicle has; 0 if it cannot be read. */
export function loggedEventsIn(path: string): number {
  try {
    return readUnchecked(readRegularFile(path).text)?.events.filter(isLogged).length ?? 0;
  } catch {
    return 0;
  }
}
