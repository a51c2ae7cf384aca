import type { Layout, MemoryPlace } from '#src/project/paths.ts';
import { newMisses, ownMisses } from '#src/record/own-misses.ts';
import { withLock } from '../store/lock.ts';
import { readLookup, writeLookup } from './lookup-file.ts';

const LOCK_PATIENCE = 50;

/** Adds the misses of a session's chronicle, given as Latin-1, to what hooks know. Those of a headless session do not count. */
export function noteMisses(layout: Layout, place: MemoryPlace, text: string, now: Date): void {
  if (!text.includes('[MEMORY-MISS]')) return;
  const own = ownMisses(Buffer.from(text, 'latin1').toString());
  if (!own?.isAttended || own.misses.length === 0) return;
  withLock(place.chronicle, 'memory', LOCK_PATIENCE, () => {
    const lookup = readLookup(layout, place);
    const misses = newMisses(lookup, own, now);
    if (misses.length > 0) writeLookup(layout, place, { ...lookup, noted: [...lookup.noted, ...misses] });
  });
}
