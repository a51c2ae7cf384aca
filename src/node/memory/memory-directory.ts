import { lstatSync, readdirSync } from 'node:fs';
import { type FoundFile, isMemoryName } from '#src/memory/ledger/seen.ts';
import { isErrno } from '#src/project/chronicle-error.ts';

/** Projects have fewer memories, and smaller ones; of more nobody asks when they were written. */
const MOST_FILES = 2000;
const LARGEST_FILE = 1024 * 1024;

/** The memory files of a directory, by name, links not followed, and whether these are all. None where there is no directory. */
export function listMemories(directory: string, deadline: number): { files: FoundFile[]; isWhole: boolean } {
  const files: FoundFile[] = [];
  for (const file of namesIn(directory)) {
    if (files.length === MOST_FILES || Date.now() > deadline) return { files, isWhole: false };
    const stats = lstatSync(`${directory}/${file}`, { throwIfNoEntry: false });
    if (!stats?.isFile() || stats.size > LARGEST_FILE) continue;
    const { size, mtimeMs, birthtimeMs } = stats;
    // Disks that know no birth give 0 or a later time.
    files.push({ file, size, mtimeMs, madeMs: birthtimeMs > 0 ? Math.min(birthtimeMs, mtimeMs) : mtimeMs });
  }
  return { files, isWhole: true };
}

/** Whether nothing of that name is there any more. */
export function isGone(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) === undefined;
}

function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory).filter(isMemoryName);
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return [];
    throw error;
  }
}
