import { isCandidate } from '#src/chronicle/candidate.ts';
import { withRenewedPrompts } from '#src/chronicle/candidate-summary.ts';
import { eventId, withIds } from '#src/chronicle/event-id.ts';
import { type InsertedEvent, insertEvents } from '#src/chronicle/insert-events.ts';
import { namedRecords } from '#src/chronicle/provenance.ts';
import { type Body, readUnchecked } from '#src/chronicle/read.ts';
import type { Tag } from '#src/chronicle/tags.ts';
import type { FoundEvent } from '#src/import/found-event.ts';
import { type EventWriting, writtenFoundEvent } from '#src/import/written-event.ts';
import { replaceFile } from '#src/lib/files.ts';
import type { Zone } from '#src/record/local-time.ts';
import { type Evidence, type LoggedEvent, mergeWithLogged } from '#src/transcript/merge.ts';
import { sha1Of } from '../disk/digest.ts';
import { asBytes, asText } from '../disk/latin1.ts';

/** Nobody waits for a harvest, and an editor may be saving the file (ms). */
const PATIENCE = 5000;

interface Adding extends EventWriting {
  zone: Zone;
  found: readonly FoundEvent[];
  /** Records whose events or evidence were written before, and perhaps deleted by a person since. */
  placed: readonly string[];
  /** How many prompts the session has, for the machine summary of a backfilled one. */
  prompts: number;
  /** Called with the new text, as Latin-1, and the records of the events in it that are new, before it is written. */
  begin?(text: string, records: readonly string[]): void;
}

/** An event that was added to a chronicle. */
export interface AddedEvent {
  tag: Tag;
  isCandidate: boolean;
}

/** What became of found events. */
interface Added {
  events: AddedEvent[];
  /** What the transcript proves about events that were there. */
  evidence: Evidence[];
  /** The found records that the chronicle names now. */
  placed: string[];
}

/**
 * Adds found events to a chronicle's file, where their time belongs. One whose record the file names, or whose record was
 * written before, is not added again: what people did to it stays. Nor is one that says what a confirmed event says.
 */
export function addEvents(path: string, { found, placed, prompts, begin, ...writing }: Adding): Added {
  const before = new Set(placed);
  const added = new Map<string, InsertedEvent>();
  let evidence: Evidence[] = [];
  const text = replaceFile(path, PATIENCE, (latin1) => {
    const body = readUnchecked(asText(latin1));
    if (!body) return latin1;
    const known = recordsIn(body);
    const fresh = found.filter(({ origin }) => !known.has(origin.id) && !before.has(origin.id));
    const merged = mergeWithLogged(fresh, confirmedEvents(body, writing.zone));
    evidence = merged.evidence;
    const written = merged.events.flatMap((event) => writtenFoundEvent(event, writing) ?? []);
    const insertion = insertEvents(latin1, written.map(asLatin1), {
      idOf: (tag, line) => eventId(tag, asText(line), sha1Of),
    });
    for (const event of insertion.inserted) added.set(event.record, event);
    if (insertion.inserted.length > 0)
      begin?.(
        insertion.text,
        insertion.inserted.map(({ record }) => record),
      );
    return withRenewedPrompts(insertion.text, prompts);
  });
  const named = recordsIn(readUnchecked(asText(text)));
  const there = [...added.values()].filter(({ record }) => named.has(record));
  return {
    events: there.map((event) => ({ tag: event.tag, isCandidate: isCandidate(event) })),
    evidence,
    placed: [...new Set(found.map(({ origin }) => origin.id))].filter((record) => named.has(record)),
  };
}

/** The records that events name as their source. */
function recordsIn(body: Body | null): Set<string> {
  return new Set(body?.events.flatMap(({ details }) => namedRecords(details)));
}

/** The events of a chronicle that are not unconfirmed. One without a time has that of the event before it. */
function confirmedEvents({ events }: Body, zone: Zone): LoggedEvent[] {
  let last = Number.NaN;
  return withIds(events, sha1Of).flatMap((event) => {
    last = event.time === null ? last : zone.momentOf(event.date, event.time);
    return isCandidate(event) ? [] : [{ ...event, at: last }];
  });
}

function asLatin1(event: InsertedEvent): InsertedEvent {
  return { ...event, text: asBytes(event.text), details: asBytes(event.details) };
}
