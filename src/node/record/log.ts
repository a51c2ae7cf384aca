import { insertEvent, lastClock } from '#src/chronicle/edit.ts';
import { eventId, repeatedId } from '#src/chronicle/event-id.ts';
import { timePrefix } from '#src/chronicle/event-time.ts';
import { readUnchecked } from '#src/chronicle/read.ts';
import { formatEvent } from '#src/chronicle/serialize.ts';
import { isSessionId } from '#src/chronicle/session-id.ts';
import type { Tag } from '#src/chronicle/tags.ts';
import { replaceFile } from '#src/lib/files.ts';
import type { Layout } from '#src/project/paths.ts';
import { sessionZone } from '#src/record/local-time.ts';
import type { WrittenEvent } from '#src/record/written-text.ts';
import { frontMatterOf } from '../disk/front-matter-of.ts';
import { asBytes, asText } from '../disk/latin1.ts';
import { checkoutOf } from '../git/checkout.ts';
import { beginChronicle, startOf, transcriptOf } from '../session/begin-chronicle.ts';
import { currentChronicle } from '../session/current.ts';
import { requireRecorded } from '../session/exclusion.ts';
import { findAnywhere } from '../session/find.ts';
import { indexedPath } from '../session/index-entry.ts';
import { readState } from '../session/live-state.ts';
import { wholeSessionId } from '../session/whole-id.ts';
import { layoutIn, type World } from '../world.ts';

/** How long to wait for other processes that write the chronicle (ms). The agent waits for the command. */
const PATIENCE = 10_000;
const SEARCH_PATIENCE = 5000;

/** A logged event and its chronicle. */
export interface Logged {
  id: string;
  /** The chronicle's path. */
  path: string;
  /** The chronicle's text, with the event. */
  text: string;
}

/** Writes an event into the session's chronicle. */
export function logEvent(world: World, session: string | undefined, tag: Tag, event: WrittenEvent): Logged {
  const named = session === undefined ? undefined : wholeSessionId(layoutIn(world), session);
  const path = chronicleToWrite(world, layoutIn(world), named);
  const zone = sessionZone(frontMatterOf(path)?.get('utc_offset'));
  const text = replaceFile(path, PATIENCE, (current) => {
    // The time prefix depends on the events in the file, and another may have been added since this command began.
    const prefix = timePrefix(lastClock(current), zone.timeOf(world.now().getTime()));
    return insertEvent(current, formatEvent({ tag, ...event, prefix }).map(asBytes));
  });
  const written = asText(text);
  return { id: lastId(written, tag, event.text), path, text: written };
}

/**
 * Of several events with the same text, ours is the last. Counts equal texts instead of hashing every event, which would
 * take longer than the rest of the command.
 */
function lastId(text: string, tag: Tag, firstLine: string): string {
  const plain = (line: string) => line.normalize('NFC').trim();
  const events = readUnchecked(text)?.events ?? [];
  const same = events.filter((event) => event.tag === tag && plain(event.text) === plain(firstLine));
  return repeatedId(eventId(tag, firstLine), Math.max(same.length, 1));
}

/**
 * The chronicle that a command writes to, found by `currentChronicle`; `named` may be the beginning of an id. Begins that of
 * the own session if no hook was told of its start. Throws
 * CHRONICLE_EXCLUDED if the session runs in an excluded directory, even if it was recorded before.
 */
export function chronicleToWrite(world: World, layout: Layout, named: string | undefined): string {
  const own = world.env.CLAUDE_CODE_SESSION_ID;
  const whole = named === undefined ? undefined : wholeSessionId(layout, named);
  const sessionId = whole ?? own ?? '';
  const startedIn = readState(layout, sessionId)?.directory;
  // A session may have no chronicle because its directory is excluded.
  const isUnknown = sessionId === own && indexedPath(layout, sessionId) === null;
  const directory = startedIn ?? (isUnknown ? world.cwd : undefined);
  if (directory !== undefined) requireRecorded(world, layout, directory);
  if (isUnknown && own) {
    const begun = beginOwn(world, layout, own);
    if (begun !== null) return begun;
  }
  return currentChronicle(world, layout, whole);
}

/** Begins the chronicle of the own session, if no hook was told of its start; null if it has one or must have none. */
function beginOwn(world: World, layout: Layout, sessionId: string): string | null {
  const transcript = isSessionId(sessionId) ? transcriptOf(layout, sessionId) : null;
  if (transcript === null || findAnywhere(layout, sessionId, SEARCH_PATIENCE) !== null) return null;
  // The agent may have gone to another directory since it was started.
  const checkout = checkoutOf(startOf(transcript) ?? world.cwd);
  requireRecorded(world, layout, checkout.start);
  return beginChronicle(world, layout, { sessionId, checkout, transcript });
}
