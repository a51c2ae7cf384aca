import { isSessionId } from '#src/chronicle/session-id.ts';
import type { HarvestFacts } from '#src/doctor/harvest-findings.ts';
import { factsPath, type Layout } from '#src/project/paths.ts';
import { statsOf } from '../disk/is-there.ts';
import type { Failure } from '../failure-log.ts';
import { HARVEST_EVENT } from '../import/drain-harvests.ts';
import { queuedAt, queuedSessions } from '../session/harvest-queue.ts';
import { indexedPath } from '../session/index-entry.ts';
import { unusableFacts } from './unusable-facts.ts';

/** A younger entry will be read by the next session (ms). */
const HOUR = 3_600_000;

/** Whether a failure is one of reading a transcript. */
export function isOfHarvest({ event }: Pick<Failure, 'event'>): boolean {
  return event === HARVEST_EVENT;
}

/** Which sessions' transcripts have not been read. `failures` are newest first. */
export function harvestFacts(layout: Layout, failures: readonly Failure[], now: Date): HarvestFacts {
  const queued = queuedSessions(layout);
  const times = queued.flatMap((sessionId) => queuedAt(layout, sessionId) ?? []);
  const failed = new Map<string, Failure>();
  for (const failure of failures.filter(isOfHarvest)) {
    const id = failure.session_id ?? '';
    if (!failed.has(id) && !queued.includes(id) && !isReadSince(layout, id, Date.parse(failure.at)))
      failed.set(id, failure);
  }
  return {
    waiting: times.filter((at) => now.getTime() - at > HOUR).map((at) => new Date(at).toISOString()),
    failed: [...failed.values()],
    unusable: unusableFacts(layout),
    now: now.getTime(),
  };
}

/** Whether a session's facts were written after this time (ms), or the session no longer has a chronicle. */
function isReadSince(layout: Layout, sessionId: string, at: number): boolean {
  const chronicle = isSessionId(sessionId) ? indexedPath(layout, sessionId) : null;
  if (chronicle === null || !statsOf(chronicle)) return true;
  return (statsOf(factsPath(chronicle))?.mtimeMs ?? 0) > at;
}
