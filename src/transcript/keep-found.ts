/** What a person does with a found event: keep it as a logged one in the chronicle, or hide it. */
import { dirname } from 'node:path';
import { insertEarlierEvent } from '#src/format/edit.ts';
import { LARGEST_FILE } from '#src/lib/read-file.ts';
import { readUnchecked } from '#src/format/read.ts';
import { namedRecords } from '#src/format/event-source.ts';
import { flushDirectory, replaceFile } from '#src/lib/files.ts';
import { withLock } from '#src/lib/lock.ts';
import { frontMatterOf } from '#src/format/front-matter-line.ts';
import { asBytes, asText } from '#src/lib/latin1.ts';
import { factsPlace, placeFacts, readFacts, writeTemporaryFacts } from './facts-file.ts';
import { ChronicleError } from '#src/lib/chronicle-error.ts';
import type { Paths } from '#src/lib/paths.ts';
import { sessionZone } from '#src/lib/local-time.ts';
import type { Found } from './found.ts';

/** An editor may be saving the chronicle (ms). */
const PATIENCE = 5000;

/** A found event of a session with this chronicle. */
export interface FoundTarget {
  chronicle: string;
  sessionId: string;
  /** `f-…` */
  id: string;
}

/**
 * Writes one event at its time into the chronicle, with an `evidence:` line that names its record, so that the found one is
 * not shown any more. Refuses (CHRONICLE_CHANGED) if the event is gone, or if the chronicle cannot take it.
 */
export function keepFound(target: FoundTarget): void {
  const { chronicle } = target;
  const found = foundEvent(target);
  const event = insertedEvent(found, frontMatterOf(chronicle)?.get('utc_offset'));
  replaceFile(chronicle, PATIENCE, (current) => {
    const events = readUnchecked(asText(current))?.events ?? [];
    if (events.some(({ tag, details }) => tag === found.tag && namedRecords(details).includes(found.record)))
      return current;
    const text = insertEarlierEvent(current, event);
    if (text !== null && text.length <= LARGEST_FILE) return text;
    throw changed(`${chronicle} has no room for this event.`);
  });
}

/** Marks the event as hidden in the facts; it stays so when the transcript is read again. */
export function hideFound(paths: Paths, target: FoundTarget): void {
  const { chronicle, sessionId, id } = target;
  // A reading of the transcript replaces the whole file.
  withLock(dirname(chronicle), `${sessionId}.harvest`, PATIENCE, () => {
    const { path } = factsPlace(chronicle, sessionId);
    const { facts } = readFacts(path);
    if (!facts?.found.some((event) => event.id === id)) throw changed(GONE);
    const found = facts.found.map((event) => (event.id === id ? { ...event, hidden: true as const } : event));
    const temporary = writeTemporaryFacts(dirname(chronicle), { ...facts, found });
    if (temporary === null) throw changed('The facts of the session are too large.');
    flushDirectory(placeFacts(paths, path, temporary));
  });
}

const GONE = 'The event is no longer among those that were found.';

function foundEvent({ chronicle, sessionId, id }: FoundTarget): Found {
  const event = readFacts(factsPlace(chronicle, sessionId).path).facts?.found.find((each) => each.id === id);
  if (event === undefined || event.hidden) throw changed(GONE);
  return event;
}

function insertedEvent({ tag, text, details, at, record, file, line }: Found, offset: string | undefined) {
  const { date, time } = sessionZone(offset).timeOf(Date.parse(at));
  // Text from a transcript must not look like one of these lines.
  const said = details === '' ? [] : details.split('\n').map((each) => each.replace(SOURCE_LINE, '$1 -'));
  const lines = [...said, `evidence: ${record}`, `transcript: ${file}:${line}`];
  return { tag, text: asBytes(text), details: asBytes(lines.join('\n')), date, time };
}

const SOURCE_LINE = /^(candidate|evidence|recorded|transcript):/i;

function changed(why: string): ChronicleError {
  return new ChronicleError('CHRONICLE_CHANGED', `${why} Nothing was changed.`);
}
