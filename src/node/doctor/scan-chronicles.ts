import { lstatSync } from 'node:fs';
import { chronicleDirectory, type Layout } from '#src/project/paths.ts';
import { frontMatterOf } from '../session/front-matter-of.ts';
import { namesIn } from './names-in.ts';
import { chronicleNames, isFilledIn } from './newest-capture.ts';

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
  return namesIn(layout.projects).flatMap((directory) => {
    const folder = chronicleDirectory(layout, directory);
    return chronicleNames(folder).flatMap((name) => scanned(`${folder}/${name}`, directory) ?? []);
  });
}

function scanned(path: string, directory: string): ScannedChronicle | null {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  const frontMatter = stats?.isFile() ? frontMatterOf(path) : null;
  if (!stats || !frontMatter) return null;
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
