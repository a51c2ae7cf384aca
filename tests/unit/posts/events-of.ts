import type { ChronicleEvent } from '#src/format/chronicle.ts';
import type { Tag } from '#src/format/tags.ts';
import { aSession } from '#tests/unit/archive/a-session.ts';

/** Events with these tags, in this order. */
export function eventsOf(...tags: Tag[]): ChronicleEvent[] {
  return aSession({ body: logOf(...tags) }).chronicle.events;
}

/** The section of a file that logs them. */
export function logOf(...tags: Tag[]): string {
  return `## Events\n\n${tags.map((tag, place) => `- [${tag}] Step ${place}\n`).join('')}`;
}
