import { readUnchecked } from '#src/chronicle/read.ts';
import { compare } from '#src/value/compare.ts';
import { readRegularFile } from '../store/read-file.ts';
import type { ScannedChronicle } from './scan-chronicles.ts';

/** So many sessions make a habit. */
const RECENT = 20;

/** How many of the last 20 recorded sessions that somebody sat in front of have no event. Leaves out those that `isRunning`. */
export function recentSessions(
  chronicles: readonly ScannedChronicle[],
  isRunning: (sessionId: string) => boolean,
): { recent: number; quiet: number } {
  const recent = chronicles
    .filter(({ isCaptured, isAttended, sessionId }) => isCaptured && isAttended && !isRunning(sessionId))
    .sort((a, b) => compare(b.started, a.started))
    .slice(0, RECENT);
  return { recent: recent.length, quiet: recent.filter(({ path }) => eventsIn(path) === 0).length };
}

/** How many events a chronicle has; 0 if it cannot be read. */
export function eventsIn(path: string): number {
  try {
    return readUnchecked(readRegularFile(path).text)?.events.length ?? 0;
  } catch {
    return 0;
  }
}
