import { isCandidate } from '../chronicle/candidate.ts';
import type { ChronicleEvent } from '../chronicle/chronicle.ts';
import type { Tag } from '../chronicle/tags.ts';
import { TAG_ORDER } from '../chronicle/tags.ts';

/** The tags that events have, candidates too, in their order, with how many have each; candidates count for nothing. */
export function tagCounts(events: readonly ChronicleEvent[]): { tag: Tag; count: number }[] {
  return TAG_ORDER.flatMap((tag) => {
    const tagged = events.filter((event) => event.tag === tag);
    return tagged.length === 0 ? [] : [{ tag, count: tagged.filter((event) => !isCandidate(event)).length }];
  });
}
