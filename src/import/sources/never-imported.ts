import type { ImportSystem } from '#src/format/import-kinds.ts';
import { statsOf } from '#src/lib/is-there.ts';
import { layoutIn, type World } from '#src/lib/world.ts';
import { databasePath } from './claude-mem/database-path.ts';
import { importRuns } from '#src/transcript/import-record.ts';

/** The systems whose files are in their usual places and of which nothing was ever imported. Only looks at a few names. Never throws. */
export function neverImported(world: World): ImportSystem[] {
  const found: ImportSystem[] = isFile(databasePath(world)) ? ['claude-mem'] : [];
  if (found.length === 0) return [];
  try {
    const imported = new Set(importRuns(layoutIn(world)).map(({ kind }) => kind));
    return found.filter((kind) => !imported.has(kind));
  } catch {
    return [];
  }
}

function isFile(path: string): boolean {
  return statsOf(path)?.isFile() ?? false;
}
