import { compare } from '../value/compare.ts';
import type { Lookup, MemoryMisses } from './lookup.ts';

/** A memory that does not prevent its mistake: missed after it was last written. */
export interface LeakingMemory {
  file: string;
  /** How often it was missed since it was written first. */
  count: number;
}

/** How often each memory was missed since it was written, with the misses noted since the archive was read. */
export function missesByMemory({ memories, noted }: Lookup): Map<string, Omit<MemoryMisses, 'events'>> {
  const counts = new Map<string, Omit<MemoryMisses, 'events'>>(memories);
  for (const { file, isLeak } of noted) {
    if (file === null) continue;
    const { count, isLeaking } = counts.get(file) ?? { count: 0, isLeaking: false };
    counts.set(file, { count: count + 1, isLeaking: isLeaking || isLeak });
  }
  return counts;
}

/** The memories that leak, the most missed first. */
export function leakingMemories(lookup: Lookup): LeakingMemory[] {
  return [...missesByMemory(lookup)]
    .flatMap(([file, { count, isLeaking }]) => (isLeaking ? [{ file, count }] : []))
    .sort((a, b) => b.count - a.count || compare(a.file, b.file));
}
