import { isCandidate } from '../chronicle/candidate.ts';
import type { ChronicleEvent } from '../chronicle/chronicle.ts';
import type { Session } from '../chronicle/session.ts';
import { sumOf } from '../chronicle/session-days.ts';
import { TAG_ORDER, TAGS, type Tag } from '../chronicle/tags.ts';
import { type TimelineDay, timelineDays } from '../timeline/timeline-days.ts';
import { mondayOf } from '../value/calendar-day.ts';
import { memoised } from '../value/memo.ts';

/** The events of an archive by tag, in total and by week. */
interface TagMix {
  /** Events per tag, without unconfirmed ones. */
  counts: Map<Tag, number>;
  /** Events per tag in each week. */
  weeks: Map<Tag, number[]>;
  /** The number of unconfirmed events. */
  candidates: number;
}

/** Counts events by tag. `weeks` are Mondays, oldest first. */
export function tagMix(sessions: readonly Session[], weeks: readonly string[]): TagMix {
  const placeOf = new Map(weeks.map((week, place) => [week, place]));
  const mix: TagMix = {
    counts: new Map(TAGS.map((tag) => [tag, 0])),
    weeks: new Map(TAGS.map((tag) => [tag, weeks.map(() => 0)])),
    candidates: 0,
  };
  for (const day of timelineDays(sessions)) {
    const { counts, candidates } = day;
    mix.candidates += sumOf(candidates);
    const place = placeOf.get(weekOf(day));
    for (const [tag, count] of counts) {
      mix.counts.set(tag, (mix.counts.get(tag) ?? 0) + count);
      const tally = mix.weeks.get(tag);
      if (place !== undefined && tally) tally[place] = (tally[place] ?? 0) + count;
    }
  }
  return mix;
}

const weekOf = memoised(({ date }: TimelineDay) => mondayOf(date));

/** The tags of events in their order, with the number of confirmed events. A tag with only unconfirmed events has 0. */
export function tagCounts(events: readonly ChronicleEvent[]): { tag: Tag; count: number }[] {
  return TAG_ORDER.flatMap((tag) => {
    const tagged = events.filter((event) => event.tag === tag);
    return tagged.length === 0 ? [] : [{ tag, count: tagged.filter((event) => !isCandidate(event)).length }];
  });
}
