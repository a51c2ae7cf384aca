import type { MemoryPlace } from '#src/lib/paths.ts';
import { unifiedDiff } from '../lib/unified-diff.ts';
import { madeChanges, readChange } from './change-journal.ts';
import { readBytes, textOf } from './file-bytes.ts';

/**
 * What changed in a memory since the last change that a person approved, in the format of `diff -u`. Null without a backup
 * of that change, and if the memory cannot be read.
 */
export function outsideDiff(place: MemoryPlace, file: string): string | null {
  try {
    const last = madeChanges(place).findLast(({ record }) => record.file === file);
    const change = last && readChange(place, last.name);
    if (!change) return null;
    return unifiedDiff(file, textOf(change.memory.after), textOf(readBytes(`${place.memory}/${file}`)));
  } catch {
    return null;
  }
}
