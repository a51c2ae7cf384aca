import { TAG_ORDER } from '../../chart/glyphs.ts';
import { mondayOf } from '../../chronicle/calendar.ts';
import type { Tag } from '../../chronicle/tags.ts';
import type { TimelineDay } from './timeline-days.ts';

/** How many events have each tag in each week, by its Monday, oldest first; only where there are some. */
export function weekCounts(days: readonly TimelineDay[]): { week: string; tag: Tag; events: number }[] {
  const weeks = Map.groupBy(days, ({ date }) => mondayOf(date));
  return Array.from(weeks, ([week, members]) =>
    TAG_ORDER.map((tag) => ({
      week,
      tag,
      events: members.reduce((sum, { counts }) => sum + (counts.get(tag) ?? 0), 0),
    })),
  )
    .flat()
    .filter(({ events }) => events > 0);
}
