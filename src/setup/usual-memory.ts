import { ChronicleError } from '#src/lib/chronicle-error.ts';
import type { MemoryPlace } from '#src/lib/paths.ts';
import { realPath } from '../lib/real-path.ts';
import { checkoutOf } from '../lib/checkout.ts';
import { projectDirectoryOf } from '../record/where.ts';
import { pathsIn, type Env } from '../lib/env.ts';
import { type ClaudeSettings, readClaudeSettings } from './claude-settings.ts';

/** A memory directory that `autoMemoryDirectory` moved. */
interface MovedMemory {
  path: string;
  /** The settings file that moved it. */
  settings: string;
  /** Where it would be otherwise, and where chronicle looks. */
  usual: string;
}

/** The memory directory that settings name, unless it is the usual one. */
export function movedMemory(
  { memory: usual }: MemoryPlace,
  { memory }: Pick<ClaudeSettings, 'memory'>,
): MovedMemory | null {
  const isMoved = memory !== null && (realPath(memory.path) ?? memory.path) !== (realPath(usual) ?? usual);
  return isMoved ? { ...memory, usual } : null;
}

/**
 * Refuses (CHRONICLE_MEMORY_MOVED) if settings of Claude Code moved the memories of the project: it would not load what is
 * written to the usual place. Of other projects than the one here, only the user's settings are known.
 */
export function requireUsualMemory(env: Env, place: MemoryPlace): void {
  const checkout = checkoutOf(env.cwd);
  const isHere = projectDirectoryOf(checkout, env.variables) === place.projectDirectory;
  const moved = movedMemory(place, readClaudeSettings(pathsIn(env), isHere ? checkout.top : null, env.home));
  if (moved === null) return;
  throw new ChronicleError(
    'CHRONICLE_MEMORY_MOVED',
    `Claude Code keeps the memory of this project in ${moved.path} ("autoMemoryDirectory" in ${moved.settings}), but chronicle writes only to ${moved.usual}, which Claude Code then does not load. Remove the setting, and move the memory files. Nothing was changed.`,
  );
}
