import { sha1 } from '../value/sha1.ts';
import type { Tag } from './tags.ts';

/** SHA-1 in lower-case hex. The system's own is thirty times as fast where there is one. */
export type Digest = (text: string) => string;

/**
 * The id of an event that is no repeat: `e-` and the first six hex digits of sha1(TAG, newline, first
 * line in NFC, trimmed, without its time). Lines inserted elsewhere do not change it, so a link or a
 * post can cite it for ever.
 */
export function eventId(tag: Tag, firstLine: string, digest: Digest = sha1): string {
  return `e-${digest(`${tag}\n${firstLine.normalize('NFC').trim()}`).slice(0, 6)}`;
}

/** Gives ids to the events of one session, called once an event in file order: a repeat gets `-2`, `-3`. */
export function eventIds(digest: Digest = sha1): (tag: Tag, firstLine: string) => string {
  const seen = new Map<string, number>();
  return (tag, firstLine) => {
    const id = eventId(tag, firstLine, digest);
    const count = (seen.get(id) ?? 0) + 1;
    seen.set(id, count);
    return repeatedId(id, count);
  };
}

/** The id of the count-th event with the same id in its session. */
export function repeatedId(id: string, count: number): string {
  return count === 1 ? id : `${id}-${count}`;
}

/** The events of one session with their ids, given all of them in file order. */
export function withIds<Event extends { tag: Tag; text: string }>(
  events: readonly Event[],
  digest: Digest = sha1,
): (Event & { id: string })[] {
  const idOf = eventIds(digest);
  return events.map((event) => ({ id: idOf(event.tag, event.text), ...event }));
}
