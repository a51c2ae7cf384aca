import { mondayOf } from '../chronicle/calendar.ts';
import type { Session } from '../chronicle/session.ts';
import { TAGS, type Tag } from '../chronicle/tags.ts';

/** What the events of an archive are, all together and over some weeks. */
export interface TagMix {
  /** How many have each of the eight tags. */
  counts: Map<Tag, number>;
  /** How many in each of the weeks. */
  weeks: Map<Tag, number[]>;
}

/** The mix of tags, with these weeks: Mondays, oldest first. */
export function tagMix(sessions: readonly Session[], weeks: readonly string[]): TagMix {
  const placeOf = new Map(weeks.map((week, place) => [week, place]));
  const mix: TagMix = {
    counts: new Map(TAGS.map((tag) => [tag, 0])),
    weeks: new Map(TAGS.map((tag) => [tag, weeks.map(() => 0)])),
  };
  const mondays = new Map<string, string>();
  const [first = ''] = weeks;
  for (const { chronicle } of sessions) {
    for (const { tag, date } of chronicle.events) {
      mix.counts.set(tag, (mix.counts.get(tag) ?? 0) + 1);
      if (date < first) continue;
      const monday = mondays.get(date) ?? mondayOf(date);
      mondays.set(date, monday);
      const place = placeOf.get(monday);
      const tally = mix.weeks.get(tag);
      if (place !== undefined && tally) tally[place] = (tally[place] ?? 0) + 1;
    }
  }
  return mix;
}
