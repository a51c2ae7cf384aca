import { sha1Of } from '#src/lib/digest.ts';
import type { Tag } from './tags.ts';

/** SHA-1 in lower-case hex. Passed in where the system's is available, which is thirty times as fast. */
export type Digest = (text: string) => string;

/**
 * The id of an event: `e-` and the first six hex digits of sha1Of(tag, newline, first line), with the line in NFC, trimmed and
 * without its time. Lines added elsewhere do not change it, so links and posts can cite it permanently.
 */
export function eventId(tag: Tag, firstLine: string): string {
  return `e-${sha1Of(`${tag}\n${firstLine.normalize('NFC').trim()}`).slice(0, 6)}`;
}

/** The id of the nth event with the same id in its session. */
export function repeatedId(id: string, count: number): string {
  return count === 1 ? id : `${id}-${count}`;
}

/** Adds ids to the events of one session. Takes all of them, in file order. A repeat gets `-2`, `-3`. */
export function withIds<Event extends { tag: Tag; text: string }>(
  events: readonly Event[],
): (Event & { id: string })[] {
  const seen = new Map<string, number>();
  return events.map((event) => {
    const id = eventId(event.tag, event.text);
    const count = (seen.get(id) ?? 0) + 1;
    seen.set(id, count);
    return { id: repeatedId(id, count), ...event };
  });
}
