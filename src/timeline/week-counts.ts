import type { Tag } from '../chronicle/tags.ts';
import { TAG_ORDER } from '../chronicle/tags.ts';
import { mondayOf } from '../value/calendar-day.ts';
import { candidatesOn, eventsOn, type TimelineDay } from './timeline-days.ts';

/** How many events and candidates have each tag in each week, by its Monday, oldest first; only where there are some. */
export function weekCounts(
  days: readonly TimelineDay[],
): { week: string; tag: Tag; events: number; candidates: number }[] {
  const weeks = Map.groupBy(days, ({ date }) => mondayOf(date));
  return Array.from(weeks, ([week, members]) =>
    TAG_ORDER.map((tag) => ({
      week,
      tag,
      events: members.reduce((sum, day) => sum + eventsOn(day, tag), 0),
      candidates: members.reduce((sum, day) => sum + candidatesOn(day, tag), 0),
    })),
  )
    .flat()
    .filter(({ events, candidates }) => events + candidates > 0);
}
