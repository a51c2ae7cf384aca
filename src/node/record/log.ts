import { insertEvent, lastClock } from '#src/chronicle/edit.ts';
import { eventId, repeatedId } from '#src/chronicle/event-id.ts';
import { timePrefix } from '#src/chronicle/event-time.ts';
import { readUnchecked } from '#src/chronicle/read.ts';
import { formatEvent } from '#src/chronicle/serialize.ts';
import type { Tag } from '#src/chronicle/tags.ts';
import { localTime } from '#src/record/local-time.ts';
import type { WrittenEvent } from '#src/record/written-text.ts';
import { replaceFile } from '../store/replace-file.ts';
import { layoutIn, type World } from '../world.ts';
import { chronicleToWrite } from './writable.ts';

/** The agent waits for its command; a person's editor may hold the file up for a moment (ms). */
const PATIENCE = 5000;

/** An event that was written, and where to. */
export interface Logged {
  id: string;
  /** The chronicle's path, and its text with the event. */
  path: string;
  text: string;
}

/** Writes an event into the session's chronicle. */
export function logEvent(world: World, session: string | undefined, tag: Tag, event: WrittenEvent): Logged {
  const path = chronicleToWrite(world, layoutIn(world), session);
  const words = asLatin1(`[${tag}] ${event.text}`);
  const text = replaceFile(path, PATIENCE, (current, ours) => {
    if (ours !== null && count(current, words) >= count(ours, words)) return current;
    // Read inside the edit: another event may have been written since this command began.
    const prefix = timePrefix(lastClock(current), localTime(world.now()));
    return insertEvent(current, formatEvent({ tag, ...event, prefix }).map(asLatin1));
  });
  const written = Buffer.from(text, 'latin1').toString();
  return { id: lastId(written, tag, event.text), path, text: written };
}

/**
 * Of several events with this text, ours is the last under "## Events". They are counted by their text,
 * as hashing each would take a fresh process longer than all the rest.
 */
function lastId(text: string, tag: Tag, firstLine: string): string {
  const plain = (line: string) => line.normalize('NFC').trim();
  const events = readUnchecked(text)?.events ?? [];
  const same = events.filter((event) => event.tag === tag && plain(event.text) === plain(firstLine));
  return repeatedId(eventId(tag, firstLine), Math.max(same.length, 1));
}

function count(text: string, part: string): number {
  return text.split(part).length;
}

function asLatin1(line: string): string {
  return Buffer.from(line).toString('latin1');
}
