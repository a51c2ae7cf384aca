import { memoised } from '#src/value/memo.ts';
import type { Digest } from '../chronicle/event-id.ts';
import { sessionVersion } from '../chronicle/session-version.ts';
import type { Period } from './period.ts';
import type { TimelinePage } from './timeline.ts';
import type { TimelineDay } from './timeline-days.ts';

/**
 * All that a timeline's page shows, as plain values: as long as they are the same, so is the page, and a
 * build need not draw it again.
 */
export function timelineContents(
  { tag, isWhole, period, above, quarters, earlier, later }: TimelinePage,
  digest: Digest,
): unknown {
  const named = (one: Period | null) => one?.name;
  return [
    tag,
    isWhole,
    [period.name, period.first, period.last],
    [...above, ...quarters, earlier, later].map(named),
    period.parts.map(({ name, events, candidates, parts }) => [name, events, candidates, parts.map(named)]),
    period.days.map((day) => dayDigest(day, digest)),
  ];
}

/** A day is part of many pages. */
const dayDigest = memoised((day: TimelineDay, digest: Digest): string => {
  return digest(JSON.stringify([day.date, day.runs.map(({ session }) => sessionVersion(session))]));
});
