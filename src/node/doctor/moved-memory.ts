import type { MovedMemory } from '#src/doctor/place-findings.ts';
import type { MemoryPlace } from '#src/project/paths.ts';
import { realPath } from '../disk/real-path.ts';
import type { ClaudeSettings } from './claude-settings.ts';

/** The memory directory that settings name, unless it is the usual one. */
export function movedMemory(
  { memory: usual }: MemoryPlace,
  { memory }: Pick<ClaudeSettings, 'memory'>,
): MovedMemory | null {
  const isMoved = memory !== null && (realPath(memory.path) ?? memory.path) !== (realPath(usual) ?? usual);
  return isMoved ? { ...memory, usual } : null;
}
