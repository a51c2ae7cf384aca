import { TAG_ORDER } from '../chart/glyphs.ts';
import type { ChronicleEvent } from '../chronicle/chronicle.ts';
import type { Tag } from '../chronicle/tags.ts';

/** The tags that events have, in their order, with how many have each. */
export function tagCounts(events: readonly ChronicleEvent[]): { tag: Tag; count: number }[] {
  return TAG_ORDER.map((tag) => ({ tag, count: events.filter((event) => event.tag === tag).length })).filter(
    ({ count }) => count > 0,
  );
}
