import { ChronicleError } from '#src/project/chronicle-error.ts';
import type { MemoryPlace } from '#src/project/paths.ts';
import { checkoutOf } from '../git/checkout.ts';
import { projectDirectoryOf } from '../session/where.ts';
import { layoutIn, type World } from '../world.ts';
import { readClaudeSettings } from './claude-settings.ts';
import { movedMemory } from './moved-memory.ts';

/**
 * Refuses (CHRONICLE_MEMORY_MOVED) if settings of Claude Code moved the memories of the project: it would not load what is
 * written to the usual place. Of other projects than the one here, only the user's settings are known.
 */
export function requireUsualMemory(world: World, place: MemoryPlace): void {
  const checkout = checkoutOf(world.cwd);
  const isHere = projectDirectoryOf(checkout, world.env) === place.projectDirectory;
  const moved = movedMemory(place, readClaudeSettings(layoutIn(world), isHere ? checkout.top : null, world.home));
  if (moved === null) return;
  throw new ChronicleError(
    'CHRONICLE_MEMORY_MOVED',
    `Claude Code keeps the memory of this project in ${moved.path} ("autoMemoryDirectory" in ${moved.settings}), but chronicle writes only to ${moved.usual}, which Claude Code then does not load. Remove the setting, and move the memory files. Nothing was changed.`,
  );
}
