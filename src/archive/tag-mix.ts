import type { ChronicleEvent } from '../format/chronicle.ts';
import type { Session } from '../format/session.ts';
import { TAG_ORDER, TAGS, type Tag } from '../format/tags.ts';
import { type TimelineDay, timelineDays } from './timeline-days.ts';
import { mondayOf } from '../lib/calendar-day.ts';

/** The events of an archive by tag, in total and by week. */
interface TagMix {
  /** Events per tag. */
  counts: Map<Tag, number>;
  /** Events per tag in each week. */
  weeks: Map<Tag, number[]>;
}

/** Counts events by tag. `weeks` are Mondays, oldest first. */
export function tagMix(sessions: readonly Session[], weeks: readonly string[]): TagMix {
  const mix: TagMix = {
    counts: new Map(TAGS.map((tag) => [tag, 0])),
    weeks: new Map(TAGS.map((tag) => [tag, weeks.map(() => 0)])),
  };
  const sums = countsOf(timelineDays(sessions));
  addTo(mix.counts, sums.counts);
  for (const [place, week] of weeks.entries()) {
    for (const [tag, count] of sums.weeks.get(week) ?? []) {
      const tally = mix.weeks.get(tag);
      if (tally) tally[place] = count;
    }
  }
  return mix;
}

type Counts = Map<Tag, number>;

/** The events of some days, in all and by the Mondays of their weeks. */
function countsOf(days: readonly TimelineDay[]): { counts: Counts; weeks: Map<string, Counts> } {
  const sums = { counts: new Map() as Counts, weeks: new Map<string, Counts>() };
  for (const { date, counts, found } of days) {
    const week = sums.weeks.get(mondayOf(date)) ?? new Map<Tag, number>();
    sums.weeks.set(mondayOf(date), week);
    for (const each of [sums.counts, week]) for (const own of [counts, found]) addTo(each, own);
  }
  return sums;
}

function addTo(sums: Counts, counts: ReadonlyMap<Tag, number>): void {
  for (const [tag, count] of counts) sums.set(tag, (sums.get(tag) ?? 0) + count);
}

/** The tags of events in their order, with the number of events. */
export function tagCounts(events: readonly ChronicleEvent[]): { tag: Tag; count: number }[] {
  return TAG_ORDER.flatMap((tag) => {
    const tagged = events.filter((event) => event.tag === tag);
    return tagged.length === 0 ? [] : [{ tag, count: tagged.length }];
  });
}
